// Package static holds the style sheet, the scripts and the icons of the
// pages. They ask nobody else for anything.
package static

import "embed"

// FS has every file as it is served: regula.css, icons, js/*.js, and the
// service worker sw.js.
//
//go:embed *.css *.svg *.png sw.js js/*.js
var FS embed.FS
