"""Finds quotes by phrase queries of SQLite's FTS5. Arguments: documents, quotes, CPU seconds a group, nothing, folder."""
import json
import os
import re
import sqlite3
import sys
import time

docs_file, quotes_file, seconds, folder = sys.argv[1], sys.argv[2], float(sys.argv[3]), sys.argv[5]
begun = time.process_time()
ids = []
con = sqlite3.connect(os.path.join(folder, "fts5.db"))
con.execute("pragma synchronous=off")
con.execute("pragma journal_mode=off")
con.execute("pragma cache_size=-400000")
con.execute("create virtual table d using fts5(t)")
for line in open(docs_file, encoding="utf-8"):
    d = json.loads(line)
    ids.append(d["id"])
    con.execute("insert into d(rowid, t) values (?, ?)", (len(ids), d["text"]))
con.commit()
con.execute("insert into d(d) values('optimize')")
con.commit()
print(json.dumps({"version": "SQLite " + sqlite3.sqlite_version, "build": time.process_time() - begun}))

word = re.compile(r"\w+")


def found(quote):
    try:
        row = con.execute("select rowid from d where d match ? limit 1", ('"' + " ".join(word.findall(quote)) + '"',)).fetchone()
    except sqlite3.OperationalError:
        return ""
    return ids[row[0] - 1] if row else ""


groups = {}
for line in open(quotes_file, encoding="utf-8"):
    q = json.loads(line)
    if q["group"] != "wrong source":
        groups.setdefault(q["group"], []).append(q)
for name, quotes in groups.items():
    used, answers = 0.0, []
    for at in range(0, len(quotes), 10):
        begun = time.process_time()
        answers += [(q["i"], found(q["quote"])) for q in quotes[at : at + 10]]
        used += time.process_time() - begun
        if used > seconds:
            break
    for i, source in answers:
        print(json.dumps({"i": i, "found": source}))
    print(json.dumps({"group": name, "cpu": used}))
