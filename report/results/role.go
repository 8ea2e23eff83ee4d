package results

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// hosts are the images that run other code than their own, with what tells from the arguments of such a process which code
// that is. Names of services, pools, classes and libraries mean the same in any case, so roles are in lower case.
//
//	image         arguments                                role
//	svchost.exe   -k netsvcs -p -s Schedule                netsvcs/schedule
//	svchost.exe   -k DcomLaunch -p                         dcomlaunch
//	w3wp.exe      -ap "Shop Pool" -v v4.0                  shop pool
//	dllhost.exe   /Processid:{AB8902B4-...}                {ab8902b4-...}
//	rundll32.exe  "C:\Program Files\x\Sync.dll",Start      sync.dll
var hosts = map[string]func(args []string) string{
	"svchost.exe": func(args []string) string {
		group, service := option(args, "k"), option(args, "s")
		if group == "" || service == "" {
			return group + service
		}
		return group + "/" + service
	},
	"w3wp.exe":     func(args []string) string { return option(args, "ap") },
	"dllhost.exe":  func(args []string) string { return option(args, "processid") },
	"rundll32.exe": library,
}

// maxRole is how many bytes of a role are kept.
const maxRole = 200

// Role tells what a process hosts whose image, a file name, hosts other code: see docs/results.md. It is "" for other images,
// and where the command line does not tell.
func Role(image, commandLine string) string {
	of := hosts[strings.ToLower(image)]
	if of == nil {
		return ""
	}
	args := arguments(commandLine)
	if len(args) < 2 {
		return ""
	}
	role := strings.ToLower(strings.ToValidUTF8(of(args[1:]), string(utf8.RuneError)))
	for len(role) > maxRole {
		_, size := utf8.DecodeLastRuneInString(role)
		role = role[:len(role)-size]
	}
	return strings.TrimFunc(role, unicode.IsSpace)
}

// option gives the value of an option that is written as -name value, /name value, or with a colon between them.
func option(args []string, name string) string {
	for i, arg := range args {
		if len(arg) < 2 || arg[0] != '-' && arg[0] != '/' {
			continue
		}
		given, value, joined := strings.Cut(arg[1:], ":")
		switch {
		case !strings.EqualFold(given, name):
		case joined:
			return value
		case i+1 < len(args):
			return args[i+1]
		}
	}
	return ""
}

// library gives the file name of the library that rundll32.exe is to call: its first argument that is no option, as far as
// the comma before the function's name.
func library(args []string) string {
	for _, arg := range args {
		if strings.HasPrefix(arg, "-") || strings.HasPrefix(arg, "/") {
			continue
		}
		path, _, _ := strings.Cut(arg, ",")
		return strings.TrimSpace(path[strings.LastIndexAny(path, `\/`)+1:])
	}
	return ""
}

// maxArguments bounds how many arguments of a command line are looked at.
const maxArguments = 256

// arguments splits a command line as CommandLineToArgvW does: at spaces and tabs that are not between quotes; a quote after a
// backslash is part of the argument, and backslashes count twice only before a quote.
func arguments(line string) []string {
	var args []string
	for len(args) < maxArguments {
		line = strings.TrimLeft(line, " \t")
		if line == "" {
			break
		}
		var arg string
		arg, line = argument(line)
		args = append(args, arg)
	}
	return args
}

// argument splits the first argument off a command line.
func argument(line string) (arg, rest string) {
	var b strings.Builder
	quoted := false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\':
			n := len(line[i:]) - len(strings.TrimLeft(line[i:], `\`))
			i += n - 1
			if i+1 == len(line) || line[i+1] != '"' {
				b.WriteString(strings.Repeat(`\`, n))
				continue
			}
			b.WriteString(strings.Repeat(`\`, n/2))
			if n%2 == 1 {
				b.WriteByte('"')
				i++
			}
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ' ' || c == '\t'):
			return b.String(), line[i:]
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), ""
}
