// Package batchio reads batches of quotes and writes batches of results, at the speed of the matching behind it.
//
// In: JSON Lines, a JSON array, CSV or TSV, told apart by explicit format, by extension or by content, and taken out of gzip or zstd.
// Every input record gives one verify.Quote, always: what cannot be read has Err set, and the batch goes on. Formats are one file
// each behind the interface source.
//
// Out: AppendString and AppendFloat, with which results are appended to buffers.
package batchio
