"""Prints the results in a JSON report of vitest: vitest.py REPORT FOLDER, with file names relative to the folder."""

import json
import os
import sys

OUTCOMES = {"passed": "passed", "failed": "failed"}


def first(text=""):
    return "".join(c if c.isprintable() else " " for c in " ".join(text.splitlines()[:2]))


def main(report, folder):
    for file in json.load(open(report))["testResults"]:
        name = os.path.relpath(file["name"], folder)
        if not file["assertionResults"] and file["status"] == "failed":
            print(f"failed\t{name}\t{first(file['message'])}")
        for test in file["assertionResults"]:
            title = " > ".join([*test["ancestorTitles"], test["title"]])
            print(f"{OUTCOMES.get(test['status'], 'skipped')}\t{name} > {title}\t{first(*test['failureMessages'][:1])}")


if __name__ == "__main__":
    main(*sys.argv[1:])
