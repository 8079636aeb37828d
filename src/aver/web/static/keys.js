// Keys for lists and decisions: j and k move, and a letter does what the page marks with data-key. Never while typing.

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, textarea, select")) {
    if (event.key === "Escape") {
      event.target.blur();
    }
    return;
  }
  const marked = [...document.querySelectorAll("[data-key]")].find((one) => one.dataset.key === event.key);
  if (marked) {
    event.preventDefault();
    act(marked);
  } else if (event.key === "j" || event.key === "k") {
    move(event.key === "j" ? 1 : -1);
  }
});

function act(marked) {
  if (!(marked instanceof HTMLDetailsElement)) {
    marked.click();
    return;
  }
  marked.open = true;
  marked.querySelector("textarea, input:not([type=hidden])").focus();
}

function move(by) {
  const links = [...document.querySelectorAll("[data-list] a")];
  if (links.length === 0) {
    return;
  }
  const at = links.indexOf(document.activeElement);
  links[Math.min(Math.max(at + by, 0), links.length - 1)].focus();
}
