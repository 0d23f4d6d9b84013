package editions_test

import (
	"bytes"
	"io/fs"
	"reflect"
	"testing"
	"testing/fstest"

	"regula/editions"
)

// FuzzLoad reads the files of two editions, the older one perhaps as what
// differs from the newer, and the steps between them. What can be read is
// written as it was meant: read again, it is the same.
func FuzzLoad(f *testing.F) {
	const newer = "edition\t2031-03-05\nchapter\t1\t0a1b\tBoats\nsection\t100\t0a1c\tAll boats\nrule\t100.1\t0a1d\t\t100.2 7\ntitle\t100.2\t0a1e\tOars\nrule\t100.2a\t0a1f\nentry\tBoat\t0a20\nentry\tOar\t0a21\t\t100.2\n"
	f.Add("edition\t2030-01-01\t2031-03-05\n-\t100.2a\nrule\t100.1\tffff\nrule\t100.3\t0a22\n-\tOar\nentry\tPaddle\t0a21\n", newer,
		"step\t2030-01-01\t2031-03-05\nreworded\t100.1\nadded\t100.2a\nremoved\t100.3\nmoved\t100.4\t100.5\nadded entry\tOar\nremoved entry\tPaddle\n")
	f.Add("edition\t2030-01-01\nrule\t1.1\t\n", newer, "")
	f.Add("", "edition\t2031-03-05\nentry\t\t0\n", "step\t2031-03-05\t2030-01-01\n")
	f.Fuzz(func(t *testing.T, older, newer, steps string) {
		files := fstest.MapFS{
			"2030-01-01.tsv": {Data: []byte(older)},
			"2031-03-05.tsv": {Data: []byte(newer)},
			"moves.tsv":      {Data: []byte(steps)},
		}
		if all, err := editions.Load(files); err == nil {
			for _, written := range []fs.FS{whole(t, all), deltas(t, all)} {
				again, err := editions.Load(written)
				if err != nil {
					t.Fatalf("written and read: %v", err)
				}
				if !reflect.DeepEqual(again, all) {
					t.Errorf("written and read: %v, want %v", again, all)
				}
			}
			editions.Diff(all[0], all[1])
		}
		if all, err := editions.Steps(files); err == nil {
			var b bytes.Buffer
			if err := editions.WriteSteps(&b, all); err != nil {
				t.Fatal(err)
			}
			again, err := editions.Steps(fstest.MapFS{"moves.tsv": {Data: b.Bytes()}})
			if err != nil {
				t.Fatalf("written and read: %v", err)
			}
			if !reflect.DeepEqual(again, all) {
				t.Errorf("written and read: %v, want %v", again, all)
			}
		}
	})
}

// whole writes editions in full.
func whole(t *testing.T, all []editions.Edition) fs.FS {
	files := fstest.MapFS{}
	for _, e := range all {
		var b bytes.Buffer
		if err := editions.Write(&b, e); err != nil {
			t.Fatal(err)
		}
		files[e.String()+".tsv"] = &fstest.MapFile{Data: b.Bytes()}
	}
	return files
}

// deltas writes the newest of two editions in full, the other as what differs.
func deltas(t *testing.T, all []editions.Edition) fs.FS {
	files := whole(t, all[1:]).(fstest.MapFS)
	var b bytes.Buffer
	if err := editions.WriteDelta(&b, all[0], all[1]); err != nil {
		t.Fatal(err)
	}
	files[all[0].String()+".tsv"] = &fstest.MapFile{Data: b.Bytes()}
	return files
}
