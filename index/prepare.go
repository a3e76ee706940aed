package index

import (
	"example.com/verbatim/normalize"
	"github.com/klauspost/compress/zstd"
)

// reading is a skeleton of a pending text.
type reading struct {
	r        normalize.Reading
	skeleton []byte
}

// prepareSoon has what takes time made in the background while the next documents are read. Until there is a dictionary, documents wait
// for each other, to make one of them all. Put waits while all workers are busy.
func (w *Writer) prepareSoon(p *pending) error {
	if p.doc.Removed || !p.newText && !p.reindex {
		return nil
	}
	if w.dict != nil {
		w.start(p)
		return nil
	}
	w.waiting = append(w.waiting, p)
	if p.newText {
		w.waitingBytes += len(p.source)
	}
	if w.waitingBytes < w.o.dictionaryFrom {
		return nil
	}
	if err := w.makeDictionary(w.waiting); err != nil {
		return err
	}
	w.startWaiting()
	return nil
}

// start hands p to a worker. The encoder is that of this moment.
func (w *Writer) start(p *pending) {
	w.busy <- struct{}{}
	w.preparing.Add(1)
	enc := w.enc
	go func() {
		defer w.preparing.Done()
		p.prepare(enc)
		<-w.busy
	}()
}

func (w *Writer) startWaiting() {
	for _, p := range w.waiting {
		w.start(p)
	}
	w.waiting, w.waitingBytes = nil, 0
}

// finishPreparing returns when all that was put is prepared.
func (w *Writer) finishPreparing() {
	w.startWaiting()
	w.preparing.Wait()
}

// prepare makes the row and the skeletons of a text, and lets the text go.
func (p *pending) prepare(enc *zstd.Encoder) {
	p.doc.Turkish = normalize.IsTurkish(p.source)
	for _, r := range readingsOf(p.source) {
		var sk normalize.Skeleton
		sk.Make(p.source, r)
		p.readings = append(p.readings, reading{r, sk.Bytes})
	}
	if p.newText {
		p.row = appendTextRow(make([]byte, 0, len(p.source)/2+64), enc, p.source)
	}
	p.source = nil
}

// readingsOf are the readings under which a text is looked up.
func readingsOf(src []byte) []normalize.Reading {
	if normalize.HasMarkup(src) {
		return []normalize.Reading{normalize.Folded, normalize.Literal}
	}
	return []normalize.Reading{normalize.Folded}
}
