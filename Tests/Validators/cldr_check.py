#!/usr/bin/env python3
"""How babel writes numbers, percents and plural forms, by its own copy of CLDR. Questions come as JSON on standard input.

Units are asked by their CLDR names; `null` where the locale has no pattern of its own.
"""
import json
import sys
from decimal import Decimal

from babel import Locale
from babel.numbers import format_decimal, format_percent


def answer(question):
    locale = Locale.parse(question["language"].replace("-", "_"))
    units = locale._data["unit_patterns"]
    return {
        "plurals": [locale.plural_form(Decimal(number)) for number in question["numbers"]],
        "decimals": [format_decimal(Decimal(n), format="#,##0." + "0" * len(n.partition(".")[2]) if "." in n else "#,##0",
                                    locale=locale) for n in question["numbers"]],
        "percents": [format_percent(Decimal(percent) / 100, locale=locale) for percent in question["percents"]],
        "units": [units.get(unit, {}).get("short", {}).get("other") for unit in question["units"]],
    }


if __name__ == "__main__":
    json.dump([answer(question) for question in json.load(sys.stdin)], sys.stdout)
