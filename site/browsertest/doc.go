// Package browsertest tests the exported site in a real browser: headless
// Chromium, driven through its debugging protocol. Without a browser its tests
// fail and say what to install; REGULA_CHROMIUM names one that is not on the
// path.
//
// The folder axe holds axe-core by Deque Systems, which finds barriers for
// readers with disabilities; it is used by these tests only, under the Mozilla
// Public License 2.0.
package browsertest
