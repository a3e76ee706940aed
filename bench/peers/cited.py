"""Finds quotes in the document that they cite, as a careful user would with modules at hand. Arguments: documents, quotes, CPU seconds a group, mode.

find: the text as it is. edlib: also normalised, then an alignment with at most 12 % edits. rapidfuzz: a scan of windows of the text, scored by
shared words."""
import json
import re
import sys
import time
import unicodedata

docs_file, quotes_file, seconds, mode = sys.argv[1], sys.argv[2], float(sys.argv[3]), sys.argv[4]
docs = {}
for line in open(docs_file, encoding="utf-8"):
    d = json.loads(line)
    docs[d["id"]] = d["text"]

glyphs = {ord(c): "'" for c in "\u2018\u2019\u201a\u201b`\u00b4"}
glyphs.update({ord(c): '"' for c in "\u201c\u201d\u201e\u00ab\u00bb"})
glyphs.update({ord(c): "-" for c in "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"})
glyphs.update({0xAD: None, 0x200B: None, 0x200C: None, 0x200D: None, 0xFEFF: None})
hyphen = re.compile(r"(?<=\w)-\n\s*(?=[a-z])")
space = re.compile(r"\s+")


def normalised(s):
    s = hyphen.sub("", s)
    if not s.isascii():
        s = unicodedata.normalize("NFKC", s)
    return space.sub(" ", s.translate(glyphs)).lower().strip()


def find(quote, source):
    return docs[source].find(quote) >= 0


begun = time.process_time()
version = "Python " + sys.version.split()[0]
if mode == "edlib":
    import edlib

    version += ", edlib"
    plain = {k: normalised(v).encode() for k, v in docs.items()}

    def found(quote, source):
        if find(quote, source):
            return True
        q = normalised(quote).encode()
        if plain[source].find(q) >= 0:
            return True
        return edlib.align(q, plain[source], mode="HW", task="locations", k=max(1, len(q) * 12 // 100))["editDistance"] >= 0

elif mode == "rapidfuzz":
    import rapidfuzz
    from rapidfuzz import fuzz, process

    version += ", rapidfuzz " + rapidfuzz.__version__
    plain = {k: normalised(v) for k, v in docs.items()}

    def found(quote, source):
        q, text = normalised(quote), plain[source]
        width = len(q) + len(q) // 2
        windows = (text[i : i + width] for i in range(0, max(1, len(text) - width + len(q) // 2), max(1, len(q) // 2)))
        return process.extractOne(q, windows, scorer=fuzz.token_set_ratio, score_cutoff=75) is not None

else:
    found = find
print(json.dumps({"version": version, "build": time.process_time() - begun}))

groups = {}
for line in open(quotes_file, encoding="utf-8"):
    q = json.loads(line)
    if q["source"]:
        groups.setdefault(q["group"], []).append(q)
for name, quotes in groups.items():
    used, answers = 0.0, []
    for at in range(0, len(quotes), 20):
        begun = time.process_time()
        answers += [(q["i"], q["source"] if found(q["quote"], q["source"]) else "") for q in quotes[at : at + 20]]
        used += time.process_time() - begun
        if used > seconds:
            break
    for i, source in answers:
        print(json.dumps({"i": i, "found": source}))
    print(json.dumps({"group": name, "cpu": used}))
