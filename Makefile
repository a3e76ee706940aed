# Bare `make` lists the targets.
GO       ?= go
BIN      ?= bin
FUZZTIME ?= 30s
CRASHES  ?= 200
MB       ?= 105
PEERS_MB ?= 100

# The race detector needs cgo and a C compiler.
RACE = $(shell command -v $$($(GO) env CC) >/dev/null 2>&1 && echo -race)

# Property tests run from a fixed seed here, so that a check that fails fails again; "make property" looks further.
SEED     ?= 20261130
CHECKS   ?= 20000
RAPID     = $(sort $(dir $(shell grep -rl --include='*_test.go' 'pgregory.net/rapid' . | sed 's|^|./|; s|//*|/|g; s|^\./\./|./|')))
PLAIN     = $(filter-out $(patsubst %/,%,$(RAPID)),$(addprefix .,$(shell $(GO) list ./... | sed 's|^[^/]*/[^/]*||')))

.DEFAULT_GOAL := help
.PHONY: help build test fmt vet lint race generated plain guard short property twin fuzz crash golden bench bench-go bench-all bench-docs bench-peers bench-profile demo eval clean deps

help: ## list the targets
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: ## build bin/verbatim
	$(GO) build -trimpath -o $(BIN)/verbatim ./cmd/verbatim

demo: build ## index the demo documents, verify 364 quotes, show the result
	@sh testdata/demo/run.sh $(BIN)/verbatim

eval: demo ## measure the verdicts on the demo documents, damaged and edited, at several thresholds
	@$(BIN)/verbatim --corpus demo.verbatim eval --perturb --threshold 0.70,0.75,0.80,0.85,0.90 --plot demo.verbatim/thresholds.svg --failures demo.verbatim/failures.jsonl
	@$(BIN)/verbatim --corpus demo.verbatim eval testdata/demo/quotes.jsonl
	@echo "Picture: demo.verbatim/thresholds.svg; what did not come out right: demo.verbatim/failures.jsonl"

test: deps fmt vet lint generated plain race guard ## all checks: format, vet, lint, all tests with the race detector
	@echo "all checks passed"

deps: # what the tests need and a bare Debian with Go has not: a C compiler for the race detector
	@sh testdata/deps.sh

fmt: ## check the format of all Go files
	@out=$$(gofmt -l $$(find . -name '*.go' -not -path './.git/*')); if [ -n "$$out" ]; then echo "not formatted (run gofmt -w):"; echo "$$out"; exit 1; fi

vet: ## go vet
	$(GO) vet ./...

lint: ## staticcheck, pinned by the tool line of go.mod
	$(GO) tool staticcheck ./...

race: deps ## all tests, with the race detector where a C compiler is there
	$(GO) test $(RACE) -timeout 14m $(PLAIN)
	$(GO) test $(RACE) -timeout 14m $(RAPID) -rapid.seed=$(SEED)

KERNELS = $(shell find . -name '*_amd64.s' -path '*kernel*')
generated: ## the assembly of the kernels is what their generators write
	@for f in $(KERNELS); do cp $$f $$f.was; done; $(GO) generate ./normalize ./match/internal/... || exit 1; rc=0; \
	for f in $(KERNELS); do cmp -s $$f $$f.was || { echo "$$f was not what its generator writes; it is now"; rc=1; }; rm -f $$f.was; done; exit $$rc

plain: ## the tests without the kernels: by the environment, by the build tag, and for another processor as far as it can be looked at here
	VERBATIM_NOSIMD=1 $(GO) test -short ./normalize ./match/... ./verify
	$(GO) test -short -tags nosimd ./normalize ./match/...
	GOARCH=arm64 CGO_ENABLED=0 $(GO) vet ./normalize ./match/... ./internal/simd

guard: ## what quotes allocate may not grow (without the race detector, which allocates by itself)
	$(GO) test ./bench -run 'TestWorkOfQuotes'

short: ## all tests, short forms, without the race detector
	$(GO) test -short ./...

property: ## the property tests with CHECKS random cases each, from a new seed every time
	$(GO) test -timeout 60m $(RAPID) -run 'Rapid|Twin|Propert|Complete|Invariant' -rapid.checks=$(CHECKS)

PAIRS    ?= 1000000
twin: ## compare the engine with its brute-force twin on PAIRS generated pairs of quote and text (a million take six to forty minutes)
	$(GO) test ./verify -run 'TestTwin' -count=1 -timeout 12h -rapid.checks=$$(( $(PAIRS) / 2 ))

fuzz: ## every fuzz target for FUZZTIME each
	@for p in $$($(GO) list ./...); do \
	  for f in $$($(GO) test -list '^Fuzz' $$p | grep '^Fuzz'); do \
	    echo "== $$p $$f"; $(GO) test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) $$p || exit 1; \
	  done; \
	done

crash: ## kill working processes CRASHES times and check what is left
	$(GO) test -count=1 -timeout 60m -run 'TestKill' ./verify -kills $(CRASHES)
	$(GO) test -count=1 -timeout 60m -run 'Crash|Kill' ./index -crashes $(CRASHES)
	$(GO) test -count=1 -timeout 60m -run 'TestKill' ./ledger -kills $(CRASHES)

golden: ## write the golden files anew; look at the difference before you commit it
	$(GO) test ./bench ./ledger ./internal/perturb ./internal/batchio ./index/internal/... -run 'Golden|Pinned|Format' -update
	$(GO) test ./match -run LadderGolden -update
	$(GO) test ./cmd/verbatim -run Scripts -update
	VERBATIM_GOLDEN=1 $(GO) test ./normalize -run ProfileIsPinned

bench: build ## the standard workload on MB megabytes: indexing, classes of quotes, whole runs, ledger
	$(BIN)/verbatim bench --mb $(MB) $(BENCH)

bench-peers: build ## the same quotes through grep, ripgrep, edlib, SQLite, PostgreSQL, Bleve and here, side by side; what is not installed is skipped
	$(GO) run ./bench/peers -mb $(PEERS_MB) -program $(BIN)/verbatim $(PEERS)

BENCH_OUT ?= bench-results
bench-all: build ## all tables of docs/performance.md into BENCH_OUT: 105 MB, growth to 1 GB, five million quotes, peers (half an hour on an idle machine)
	mkdir -p $(BENCH_OUT)
	$(BIN)/verbatim bench --mb 105 --quotes 1k,10k,100k,1M --check 20k --most 45s -o $(BENCH_OUT)/105.json --plot $(BENCH_OUT)/105.svg --format markdown > $(BENCH_OUT)/105.md
	$(BIN)/verbatim bench --mb 1000 --quotes 1M --runs 2 --classes exact,e05,fabricated --most 45s -o $(BENCH_OUT)/1000.json --compare $(BENCH_OUT)/105.json --format markdown > $(BENCH_OUT)/1000.md
	$(BIN)/verbatim bench --mb 105 --parts runs --quotes 100k --runs 3 --mixes absent0,absent10,absent50,absent100 --format markdown > $(BENCH_OUT)/absent.md
	$(BIN)/verbatim bench --mb 105 --parts runs --quotes 5M --runs 1 -o $(BENCH_OUT)/5M.json --format markdown > $(BENCH_OUT)/5M.md
	$(GO) run ./bench/peers -mb $(PEERS_MB) -program $(BIN)/verbatim > $(BENCH_OUT)/peers.md
	$(MAKE) --no-print-directory bench-profile

bench-docs: ## put the tables that bench-all made into docs/performance.md
	@awk -v dir=$(BENCH_OUT) '\
	  /^<!-- figures / { print; file = dir "/" $$3 ".md"; n = 0; while ((getline line < file) > 0) { print line; n++ } keep = n == 0; next } \
	  /^<!-- end / { keep = 1 } \
	  BEGIN { keep = 1 } keep' docs/performance.md > docs/performance.md.new && mv docs/performance.md.new docs/performance.md

PROFILED = exact/cited exact/uncited norm/cited punct/cited e05/cited e05/uncited e20/cited fabricated/cited fabricated/uncited wrong/cited
bench-profile: ## where the CPU time of each class goes, the called functions counted with their callers, into BENCH_OUT/profile.md
	@mkdir -p $(BENCH_OUT) && $(GO) test -c -o $(BENCH_OUT)/bench.test ./bench
	@{ echo "| class | CPU time by function |"; echo "| --- | --- |"; for c in $(PROFILED); do \
	  (cd bench && ../$(BENCH_OUT)/bench.test -test.run '^$$' -test.bench "BenchmarkClass/^$${c%/*}\$$/^$${c#*/}\$$" -test.benchtime 5x -mb $(MB) -class-quotes 10000 -test.cpuprofile ../$(BENCH_OUT)/cpu.prof > /dev/null) || exit 1; \
	  $(GO) tool pprof -top -cum -nodecount 90 -relative_percentages -focus 'verify..*(pipeline|searcher)' $(BENCH_OUT)/bench.test $(BENCH_OUT)/cpu.prof 2> /dev/null | awk -v c=$$c \
	    '/^ +flat/ { on = 1; next } on && ($$6 ~ /verbatim\/(match|index|normalize)/ || $$6 ~ /^runtime\.(mallocgc|memclrNoHeapPointers)$$/) && k < 14 { \
	      n = $$6; sub(/.*\//, "", n); printf "%s%s %.0f %%", (k++ ? ", " : "| " c " | "), n, $$5 } END { print " |" }'; \
	done; } > $(BENCH_OUT)/profile.md; rm -f $(BENCH_OUT)/cpu.prof $(BENCH_OUT)/bench.test; cat $(BENCH_OUT)/profile.md

bench-go: ## the same as Go benchmarks, for profiles and benchstat
	$(GO) test -run '^$$' -bench . -benchtime 3x -timeout 60m ./bench -mb $(MB)

clean: ## remove what was built
	rm -rf $(BIN) demo.verbatim
