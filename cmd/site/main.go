// Command site checks, exports, serves and searches the rules reference, and
// imports official data into it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

const usage = `usage:
  site serve  [-addr A] [-data DIR] [-content DIR] [-base-url URL] [-watch]
                                          read and search in a browser
  site export [-out DIR] [-data DIR] [-content DIR] [-base-url URL] [-precompress]
                                          write the static site
  site check  [-brief] [-hints] [-strict] [-data DIR] [-content DIR]
                                          faults in the content, file:line: text [kind]
  site import rules [-data DIR] [-editions DIR] [-content DIR] [-page URL] [-older|-beside] [-list] [FILE|URL|-]
                                          store the official text; the newest published without an argument
  site import rulings [-data DIR] [-cards FILE|-]… [-rulings FILE|-]…
                                          store cards and the official rulings on them, from Scryfall's or MTGJSON's files
  site editions [list]                    the known editions
  site editions diff A B                  what changed from the edition of one date to that of another
  site editions apply [-content DIR] [-editions DIR] [-from DATE] [-to DATE] [-drop] [-n] [-list]
                                          rename headings, files and citations of moved rules in the explanations
  site search [-lang de] [-json] [-n 10] [-data DIR] [-content DIR] QUERY
                                          the site's search, in the terminal
  site version                            which program this is

site COMMAND -h explains the flags of a command.
Exit status: 0 done, 1 error or a fatal fault in the content, 2 wrong usage.
`

// errUsage is returned for a command line that cannot be carried out as it
// stands; what is wrong has then been said.
var errUsage = errors.New("wrong usage")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	switch err := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr); {
	case err == nil:
	case errors.Is(err, errUsage):
		os.Exit(2)
	default:
		fmt.Fprintf(os.Stderr, "site: %v\n", err)
		os.Exit(1)
	}
}

// run carries out one command line. Results go to stdout, progress and hints
// to stderr.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	p := program{stdin: stdin, stdout: stdout, stderr: stderr}
	if len(args) == 0 {
		fmt.Fprint(stderr, usage)
		return errUsage
	}
	switch cmd, rest := args[0], args[1:]; cmd {
	case "serve":
		return p.serve(ctx, rest)
	case "export":
		return p.export(ctx, rest)
	case "check":
		return p.check(rest)
	case "import":
		return p.importData(ctx, rest)
	case "editions":
		return p.editions(ctx, rest)
	case "search":
		return p.search(ctx, rest)
	case "version":
		return p.version(rest)
	case "help", "-h", "-help", "--help":
		fmt.Fprint(stdout, usage)
		return nil
	default:
		fmt.Fprintf(stderr, "site: there is no command %q\n\n%s", cmd, usage)
		return errUsage
	}
}

// program is where a command reads and prints.
type program struct {
	stdin          io.Reader
	stdout, stderr io.Writer
}

// flags makes the flag set of a command.
func (p program) flags(name string) *flag.FlagSet {
	fs := flag.NewFlagSet("site "+name, flag.ContinueOnError)
	fs.SetOutput(p.stderr)
	return fs
}

// parse reads the arguments of a command that takes at most max further
// words, and turns every fault into errUsage. Asking for help is no fault:
// done is then true.
func (p program) parse(fs *flag.FlagSet, args []string, max int) (done bool, err error) {
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return true, nil
	case err != nil:
		return false, errUsage
	case fs.NArg() > max && strings.HasPrefix(fs.Arg(max), "-"):
		fmt.Fprintf(p.stderr, "%s: flags come before other words: put %q first\n", fs.Name(), fs.Arg(max))
		return false, errUsage
	case fs.NArg() > max:
		fmt.Fprintf(p.stderr, "%s: unexpected %q\n", fs.Name(), fs.Arg(max))
		return false, errUsage
	}
	return false, nil
}
