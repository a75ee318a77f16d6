"""docs/rules.md names at least one test for each rule, and is up to date."""

from __future__ import annotations

from scripts import rules_table


def test_every_rule_has_a_test_that_names_it() -> None:
    found = rules_table.tests_by_rule()

    assert [number for number, tests in found.items() if not tests] == []
    assert sorted(found) == list(range(1, rules_table.LAST_RULE + 1))


def test_the_table_is_up_to_date() -> None:
    page = rules_table.PAGE.read_text("utf-8")

    assert rules_table.page_with_table(page) == page, "run: python scripts/rules_table.py"
