package site

import "sync"

// maxKept is how many bytes of pages a server keeps compressed. Those of all
// pages of our own texts are fewer.
const maxKept = 64 << 20

// keptPages are pages that have been asked for, as they are sent. When they
// grow too large, they are all dropped: what is asked for often is soon there
// again.
type keptPages struct {
	mu    sync.RWMutex
	pages map[string]packedPage // by path
	size  int
}

func (k *keptPages) page(path string) (packedPage, bool) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	p, ok := k.pages[path]
	return p, ok
}

func (k *keptPages) keep(path string, p packedPage) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, ok := k.pages[path]; ok {
		return
	}
	if k.size+len(p.data) > maxKept {
		clear(k.pages)
		k.size = 0
	}
	k.pages[path] = p
	k.size += len(p.data)
}
