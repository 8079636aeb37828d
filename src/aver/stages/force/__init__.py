"""Evidence force: does a claim say more than its evidence on any of five axes (H4)?"""
