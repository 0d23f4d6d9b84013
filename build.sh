#!/bin/sh
# build.sh          generate, vet, build bin/site, check the content, export to public/
# build.sh serve    the same, then serve it on http://127.0.0.1:8715
# build.sh test     every test, browser tests included
# build.sh bench    measure: steps, whole build, scale, search in a browser, server under load
#
# Needs Go and git; works offline once the modules are in Go's cache.
set -eu
cd "$(dirname "$0")"

say() { printf '%s\n' "build: $*" >&2; }

need() { command -v "$1" >/dev/null 2>&1 || { say "$1 is missing: $2"; exit 1; }; }

generate() {
	say "generating templates"
	before=$(cat templates/*_templ.go 2>/dev/null | git hash-object --stdin)
	go tool templ generate -include-version=false -log-level error
	after=$(cat templates/*_templ.go | git hash-object --stdin)
	if [ "$before" != "$after" ]; then
		say "templates/*_templ.go were out of date and have been generated anew: commit them, then build again"
		exit 1
	fi
}

build() {
	generate
	say "vetting"
	go vet ./...
	say "building bin/site"
	go build -trimpath -o bin/site ./cmd/site
	say "checking the content"
	bin/site check -brief
}

# browser finds Chromium for the browser tests, or installs Debian's.
browser() {
	for b in "${REGULA_CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable; do
		if [ -n "$b" ] && command -v "$b" >/dev/null 2>&1; then
			REGULA_CHROMIUM=$(command -v "$b")
			export REGULA_CHROMIUM
			return
		fi
	done
	if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
		say "no Chromium found: installing Debian's for the browser tests"
		apt-get update -qq >&2 && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >&2 || true
		if command -v chromium >/dev/null 2>&1; then
			REGULA_CHROMIUM=$(command -v chromium)
			export REGULA_CHROMIUM
			return
		fi
	fi
	say "the browser tests need Chromium: install it (Debian: apt-get install chromium), or name its path in REGULA_CHROMIUM"
	exit 1
}

need go "install Go 1.26 or newer"
need git "install git"

case "${1:-}" in
"")
	build
	say "exporting to public/"
	bin/site export -out public
	;;
serve)
	shift
	build
	say "exporting to public/"
	bin/site export -out public
	exec bin/site serve "$@"
	;;
test)
	browser
	generate
	say "vetting"
	go vet ./...
	say "testing"
	go test ./...
	;;
bench)
	shift
	exec go run ./cmd/bench "$@"
	;;
*)
	sed -n '2,7s/^# //p' "$0" >&2
	exit 2
	;;
esac
