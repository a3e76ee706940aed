#!/bin/sh
# The main job from end to end: index documents in two versions, verify a batch, look at the ledger. Usage: run.sh path/to/verbatim
set -eu
verbatim=$1
here=testdata/demo
corpus=demo.verbatim
results=$corpus/results.jsonl
rm -rf "$corpus"
say() { printf '\n== %s\n' "$1"; }

say "Index the earlier versions, then the current ones: a changed text becomes a new version"
"$verbatim" --corpus "$corpus" index "$here/earlier"
"$verbatim" --corpus "$corpus" index "$here/documents"

say "Verify 364 quotes: every answer goes to the ledger before it is written out"
"$verbatim" --corpus "$corpus" verify "$here/quotes.jsonl" -o "$results"

say "One quote as a person sees it"
"$verbatim" --corpus "$corpus" check --no-ledger --source contracts/warehouse-lease.txt \
	"The Tenant shall load the floor beyond 5,200 kilograms per square metre"

say "The fabrication log: who claimed what of which source"
"$verbatim" --corpus "$corpus" ledger fabrications | head -n 8

say "The ledger is whole"
"$verbatim" --corpus "$corpus" ledger verify

cat <<EOT

Results: $results (one JSON object a line, in the order of $here/quotes.jsonl)
Next:
  $verbatim --corpus $corpus check "any sentence of $here/documents"
  $verbatim --corpus $corpus search "rent review"
  $verbatim --corpus $corpus docs history contracts/warehouse-lease.txt
  $verbatim --corpus my.verbatim index PATH/TO/YOUR/DOCUMENTS
  $verbatim --corpus my.verbatim verify QUOTES.jsonl -o RESULTS.jsonl
EOT
