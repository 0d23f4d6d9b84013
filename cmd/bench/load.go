package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"regula/lang"
)

// load measures the server: searches that arrive at random, and many readers
// at once.
func (b *bench) load() (string, error) {
	args := []string{"-data", filepath.Join(b.work, "load")}
	if b.data != "" {
		args[1] = b.data
	}
	s, err := b.serve(args...)
	if err != nil {
		return "", err
	}
	defer s.stop()
	var searches, pages []string
	for _, l := range lang.All {
		all, err := queries(l)
		if err != nil {
			return "", err
		}
		for _, q := range all {
			searches = append(searches, fmt.Sprintf("/%s/search.json?q=%s", l, url.QueryEscape(q.text)))
		}
		for _, p := range []string{"", "702.19/", "715/", "613/", "704.5k/", "702/", "glossary/", "glossary/trample/", "changes/", "715.3d.json"} {
			pages = append(pages, "/"+string(l)+"/"+p)
		}
	}
	client := &http.Client{Transport: &http.Transport{MaxIdleConns: 1000, MaxIdleConnsPerHost: 1000}, Timeout: 10 * time.Second}
	ask := func(address string) error {
		r, err := client.Get(s.address + address)
		if err != nil {
			return err
		}
		defer r.Body.Close()
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			return err
		}
		if r.StatusCode >= 500 {
			return fmt.Errorf("%s: %s", address, r.Status)
		}
		return nil
	}
	t := table{head: []string{"load", "requests", "errors", "median", "p95", "p99", "most"}}
	row := func(name string, all []time.Duration, faults int64) {
		t.add(name, fmt.Sprint(len(all)), fmt.Sprint(faults), ms(median(all)), ms(percentile(all, 95)), ms(percentile(all, 99)), ms(percentile(all, 100)))
	}

	// Arrivals do not wait for answers: a slow answer delays nobody's question.
	const rate, span = 1000, 20 * time.Second
	var mu sync.Mutex
	var all []time.Duration
	var faults atomic.Int64
	var wait sync.WaitGroup
	random := rand.New(rand.NewPCG(1, 2))
	next := time.Now()
	for end := next.Add(span); next.Before(end) && b.ctx.Err() == nil; {
		next = next.Add(time.Duration(random.ExpFloat64() * float64(time.Second) / rate))
		time.Sleep(time.Until(next))
		due, address := next, searches[random.IntN(len(searches))]
		wait.Go(func() {
			if ask(address) != nil {
				faults.Add(1)
			}
			took := time.Since(due)
			mu.Lock()
			all = append(all, took)
			mu.Unlock()
		})
	}
	wait.Wait()
	row(fmt.Sprintf("%d searches a second, random arrivals, %v", rate, span), all, faults.Load())

	before := rss(s.cmd.Process.Pid)
	const clients, reading = 200, 60 * time.Second
	all, faults = nil, atomic.Int64{}
	end := time.Now().Add(reading)
	for i := range clients {
		random := rand.New(rand.NewPCG(3, uint64(i)))
		wait.Go(func() {
			for time.Now().Before(end) && b.ctx.Err() == nil {
				address := pages[random.IntN(len(pages))]
				if random.IntN(2) == 0 {
					address = searches[random.IntN(len(searches))]
				}
				time.Sleep(time.Duration(random.ExpFloat64() * float64(200*time.Millisecond))) // a reader reads
				start := time.Now()
				err := ask(address)
				took := time.Since(start)
				if err != nil {
					faults.Add(1)
				}
				mu.Lock()
				all = append(all, took)
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	row(fmt.Sprintf("%d readers at once, each a page or search every 0.2 s on average, %v", clients, reading), all, faults.Load())
	return fmt.Sprintf("Times are those of the client, which shares the processors with the server, from the moment at which a request was due.\n\n%s\nMemory of the server before the readers %s, after %s.\n", t, kb(before), kb(rss(s.cmd.Process.Pid))), nil
}

// rss gives the memory that a process holds, in bytes; 0 where the system
// does not tell.
func rss(pid int) int64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(data))
	if len(fields) < 2 {
		return 0
	}
	n, _ := strconv.ParseInt(fields[1], 10, 64)
	return n * int64(os.Getpagesize())
}
