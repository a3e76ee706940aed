// Package archtest holds the test that enforces who may import whom. The rules are those of docs/architecture.md.
package archtest
