"""Reads a workbook, a semicolon-separated file or JSON Lines without any code of the product, and prints it as JSON.

A workbook is read by openpyxl, `.csv` and `.jsonl` by Python's own parsers; the columns of JSON Lines are the keys of the
first line. The output has the rows of each sheet by its name, and the coordinates of formula and hyperlink cells.
"""
import csv
import datetime
import json
import sys


def displayed(value):
    from openpyxl.utils.escape import unescape

    if isinstance(value, datetime.datetime):
        second = (value + datetime.timedelta(milliseconds=500)).replace(microsecond=0)
        text = second.isoformat(" ")
        return text.removesuffix(" 00:00:00").removesuffix(":00")
    # openpyxl does not decode the escape sequences of the format (_x005F_).
    return unescape(value) if isinstance(value, str) else value


def workbook(path):
    import openpyxl

    book = openpyxl.load_workbook(path)
    sheets, computed = {}, []
    for sheet in book.worksheets:
        rows = []
        for row in sheet.iter_rows():
            rows.append([displayed(cell.value) for cell in row])
            computed += [f"{sheet.title}!{cell.coordinate}" for cell in row if cell.data_type == "f" or cell.hyperlink]
        sheets[sheet.title] = rows
    return {"sheets": sheets, "computed": computed}


def table(path):
    with open(path, encoding="utf-8-sig", newline="") as file:
        return {"sheets": {"": list(csv.reader(file, delimiter=";"))}, "computed": []}


def lines(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        rows = [json.loads(line) for line in file]
    columns = list(rows[0]) if rows else []
    return {"sheets": {"": [columns] + [[row[column] for column in columns] for row in rows]}, "computed": []}


path = sys.argv[1]
readers = {".csv": table, ".jsonl": lines}
json.dump(readers.get(path[path.rindex(".") :], workbook)(path), sys.stdout)
