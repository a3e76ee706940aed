package index

// # The corpus directory
//
//	FORMAT                text: "verbatim corpus", "format N", "read-min N", "profile NAME", one a line; unknown lines are passed over
//	DICTIONARY            copy of meta("dictionary"); not in every corpus
//	LOCK                  held (flock, exclusive) by the writer; text: pid, host, start time, command, one "key value" a line
//	store/                Pebble; only the writer opens it
//	segments/NNNNNN.seg   candidate index, immutable (internal/segment describes the file)
//	snapshots/CURRENT     text: the number of the newest snapshot and a newline
//	snapshots/G/store/    Pebble checkpoint of generation G (hard links to the store's tables); readers open it read-only
//	snapshots/G/SEGMENTS  text: the segment numbers that generation G names, one a line
//	snapshots/G/HOLD      empty; readers of G hold it (flock, shared)
//	passages/             Bleve indexes (see passages.go); can be rebuilt from the rest
//
// Names in the making are new-*, on their way out dead-*, temporary files *.tmp: OpenWriter removes what it finds of them. Numbers in
// file names are decimal, padded with zeros to 6 digits (segments) and 12 digits (generations).
//
// # The store
//
// Keys are tuples (internal/keyenc). Numbers in values are unsigned varints unless a width is given; fixed widths are little-endian. A
// record is a list of fields: number, length, bytes; unknown fields are passed over.
//
//	meta("options")        text: what a rebuild is needed for when it changes: "k=12 stride=8 profile=…"
//	meta("counters")       record: 1 next slot, 2 next segment, 3 generation (commits so far)
//	doc(S)                 record of the document in slot S (record.go)
//	id(ID)                 S; kept when the document is removed
//	collection(NAME)       number of documents in it that are not removed
//	meta("dictionary")     xxHash64 of the rest (8 bytes), the dictionary of the texts (raw content, zstd id 1); not in every corpus. The
//	                       file DICTIONARY holds the same bytes, and is read where the row is damaged
//	text(S,V)              xxHash64 of the source text (8 bytes), its length, the text as one zstd frame (level 1), with the dictionary
//	                       where the frame says so
//	place(S)               segment number, index of the first text there, number of texts (its readings); only documents with candidates
//	segment(N)             record: 1 size in bytes, 2 xxHash64 (8 bytes), 3 entries, 4 texts, 5 skeleton bytes
//	dead(N)                roaring bitmap (portable form): indices of the texts of segment N that are no longer current
//
// V is the ordinal of the stored text of a document: 0, 1, …; versions with equal texts share one. Texts are compressed by us, Pebble's
// own compression is off. Texts come into the store as one table a batch (Ingest) before the batch that names them, so rows may stand
// there that no document names; they are overwritten or removed (OpenWriter, Repair).
//
// # Order of a commit
//
//  1. The segment file is written, synced and renamed, the directory synced.
//  2. The texts are ingested; before the first ones that need it, the dictionary is written (its copy first) and committed by itself, synced.
//  3. One Pebble batch, synced, names all: documents, places, dead texts, segment, counters. This is the commit.
//  4. The snapshot: the store is flushed, a checkpoint made as new-G and synced, renamed to G, the directory synced; CURRENT is written
//     beside, synced, renamed over the old one, the directory synced.
//
// A crash before 3 leaves the corpus as it was, after 3 as it shall be; OpenWriter publishes a commit that 4 did not reach.
//
// # Versions
//
//	1  first
//	2  segments of version 2; texts with a dictionary; the checkpoints of skeletons, which nobody read, are not stored
//
// A program reads corpora whose read-min is at most its own version, and writes only those of its own version. This one does not
// read format 1.
const (
	formatVersion = Format
	formatReadMin = 2 // the oldest program version that can read what this one writes
)

// Format is the version of the corpus format that this package writes.
const Format = 2
