"""`python -m aver`: the command line, where its script isn't on the path."""

from aver.cli.main import main

if __name__ == "__main__":
    main()
