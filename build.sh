#!/bin/sh
# build.sh          generate, vet, build bin/site, check the content, export to public/
# build.sh serve    the same, then serve it on http://127.0.0.1:8715
# build.sh test     every test, those in a browser and with nginx and Caddy included
# build.sh fuzz [T] every fuzz target for a time, 10m without one; test does so for 3s
# build.sh bench    measure: steps, whole build, scale, search in a browser, server under load
# build.sh release  build the committed program twice, apart, and keep it in dist/ if both are equal
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
	go build -trimpath -buildvcs=auto -o bin/site ./cmd/site
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

# hosts finds nginx, its module for brotli, and Caddy for the tests of hosting,
# or installs Debian's.
hosts() {
	PATH=$PATH:/usr/sbin
	export PATH
	have_hosts && return
	if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
		say "installing Debian's nginx and Caddy for the tests of hosting"
		apt-get update -qq >&2 && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nginx libnginx-mod-http-brotli-static caddy >&2 || true
		if [ -d /run/systemd/system ]; then # the tests start their own
			systemctl disable -q --now nginx caddy || true
		fi
		have_hosts && return
	fi
	say "the tests of hosting need nginx with its module brotli_static, and Caddy: install them (Debian: apt-get install nginx libnginx-mod-http-brotli-static caddy), or name their paths in REGULA_NGINX and REGULA_CADDY"
	exit 1
}

have_hosts() {
	command -v "${REGULA_NGINX:-nginx}" >/dev/null 2>&1 && command -v "${REGULA_CADDY:-caddy}" >/dev/null 2>&1 || return 1
	[ -n "${REGULA_NGINX:-}" ] || ! command -v dpkg-query >/dev/null 2>&1 || dpkg-query -W libnginx-mod-http-brotli-static >/dev/null 2>&1
}

# release builds what is committed in two folders, each with a cache, a copy of
# the modules, a time zone and a language of its own. Only the same sources,
# Go and system make the same bytes.
release() {
	[ -z "$(git status --porcelain)" ] || say "what is not committed is left out"
	work=$(mktemp -d)
	trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
	modules=$(go env GOMODCACHE)/cache/download
	for at in one "another/folder below"; do
		say "building the release in $work/$at"
		git clone -q . "$work/$at/regula"
		(
			cd "$work/$at/regula"
			case $at in one) export TZ=UTC LC_ALL=C ;; *) export TZ=Pacific/Chatham LC_ALL=tr_TR.UTF-8 && umask 077 ;; esac
			export GOCACHE="$work/$at/cache" GOMODCACHE="$work/$at/modules" GOFLAGS= CGO_ENABLED=0
			GOPROXY="file://$modules,$(go env GOPROXY)" go build -trimpath -buildvcs=true -o ../site ./cmd/site
		)
	done
	if ! cmp "$work/one/site" "$work/another/folder below/site" >&2; then
		say "the two builds differ: this release cannot be reproduced"
		exit 1
	fi
	name=site-$(go env GOOS)-$(go env GOARCH)
	mkdir -p dist
	cp "$work/one/site" "dist/$name"
	chmod 755 "dist/$name"
	(cd dist && { sha256sum "$name" 2>/dev/null || shasum -a 256 "$name"; } >"$name.sha256")
	say "both builds are equal: dist/$name, $(cut -c1-64 "dist/$name.sha256")"
}

# fuzz runs every fuzz target for a time. What it finds lies below testdata/fuzz
# and is a test from then on.
fuzz() {
	grep -rl --include='*_test.go' '^func Fuzz' . | xargs -n 1 dirname | sort -u | while read -r pkg; do
		for f in $(go test -list '^Fuzz' "$pkg" | grep '^Fuzz'); do
			say "fuzzing $f in $pkg for $1"
			before=$(find "$pkg/testdata/fuzz" -type f 2>/dev/null | wc -l)
			go test -run '^$' -fuzz "^$f\$" -fuzztime "$1" -fuzzminimizetime 1s "$pkg" </dev/null >&2 && continue
			if [ "$(find "$pkg/testdata/fuzz" -type f 2>/dev/null | wc -l)" != "$before" ]; then
				exit 1
			fi
			say "$f ended early without a find: go's fuzzing does so now and then when its time is up"
		done
	done
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
	hosts
	generate
	say "vetting"
	go vet ./...
	say "testing"
	go test -timeout 30m ./...
	fuzz 3s
	;;
fuzz)
	fuzz "${2:-10m}"
	;;
bench)
	shift
	exec go run ./cmd/bench "$@"
	;;
release)
	release
	;;
*)
	sed -n '2,9s/^# //p' "$0" >&2
	exit 2
	;;
esac
