package site

import (
	"path"

	"regula/lang"
)

// header is a line that goes with an answer.
type header struct{ name, value string }

// policy lets a page use what stands on this site, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// protection goes with every answer.
var protection = []header{
	{"Content-Security-Policy", policy},
	{"X-Content-Type-Options", "nosniff"},
	{"Referrer-Policy", "same-origin"},
	{"Cross-Origin-Opener-Policy", "same-origin"},
	{"Permissions-Policy", "camera=(), geolocation=(), microphone=()"},
}

// How long browsers may use what they have without asking again.
const (
	cacheForever = "public, max-age=31536000, immutable"
	cacheAsking  = "no-cache"
	cacheNever   = "no-store"
)

// caching is how long browsers may use the page at p.
func caching(p string) string {
	if lastingFolder(p) != "" {
		return cacheForever
	}
	return cacheAsking
}

// types has the content type of every kind of file.
var types = map[string]string{
	".html":        "text/html; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json; charset=utf-8",
	".svg":         "image/svg+xml",
	".png":         "image/png",
	".txt":         "text/plain; charset=utf-8",
	".xml":         "application/xml; charset=utf-8",
	".webmanifest": "application/manifest+json",
	".pack":        "application/octet-stream",
}

// typeByName is the content type that hosts find by the name of the file.
func typeByName(p string) string { return types[path.Ext(file(p))] }

// contentType is that of the page at p.
func contentType(p string) string {
	switch path.Base(p) {
	case path.Base(openSearchPath(lang.English)):
		return "application/opensearchdescription+xml; charset=utf-8"
	case path.Base(feedPath(lang.English)):
		return "application/atom+xml; charset=utf-8"
	}
	return typeByName(p)
}
