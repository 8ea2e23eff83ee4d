package recordertest

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// What Windows Performance Recorder calls its sessions.
const (
	wprSystem = "WPR_initiated_WprApp_WPR System Collector"
	wprEvents = "WPR_initiated_WprApp_WPR Event Collector"
)

// NoDelay is the value of the variable GORACE with which tools that are built with the race detector end at once, not a second later.
const NoDelay = "atexit_sleep_ms=0"

// RunTool plays the tool as which this program was called, and ends the process; it returns where it was called as none.
func RunTool() {
	name := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	play := map[string]func(*World, []string) error{"wpr": wpr, "xperf": xperf, "logman": logman}[name]
	w := &World{filepath.Dir(filepath.Dir(os.Args[0]))}
	if _, err := os.Stat(w.path("capture")); play == nil || err != nil {
		return
	}
	call := name + " " + strings.Join(os.Args[1:], " ")
	err := w.log(call)
	how := w.behaviour(call)
	if how == Hang {
		hang()
	}
	if err == nil && how != Fail && how != Lie {
		if err = w.intrude(how); err == nil {
			err = play(w, os.Args[1:])
		}
	}
	if err == nil && how == Followed {
		err = w.openRival()
	}
	switch how {
	case Stall:
		hang()
	case Fail, Partial:
		err = errors.New("first line\nit was told to fail\n\tError code: 0xc5583001")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
	os.Exit(0)
}

// hang goes on until it is killed.
func hang() {
	signal.Ignore(os.Interrupt, syscall.SIGTERM)
	for {
		time.Sleep(time.Hour)
	}
}

// after gives the argument that follows an option.
func after(args []string, option string) string {
	for i, arg := range args[:max(0, len(args)-1)] {
		if arg == option {
			return args[i+1]
		}
	}
	return ""
}

func wpr(w *World, args []string) error {
	switch args[0] {
	case "-start":
		file, _, _ := strings.Cut(args[1], "!")
		profile, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		temporary := after(args, "-recordtempto")
		err = w.Open(wprSystem, filepath.Join(temporary, wprSystem+".etl"))
		if err == nil && strings.Contains(string(profile), "<EventCollector ") {
			err = w.Open(wprEvents, filepath.Join(temporary, wprEvents+".etl"))
		}
		return err
	case "-stop", "-cancel":
		for i, name := range []string{wprSystem, wprEvents} {
			if _, running := w.Running(name); i > 0 && !running {
				continue
			}
			file, err := w.shut(name)
			if err != nil {
				return err
			}
			if err := os.Remove(file); err != nil {
				return err
			}
		}
		if args[0] == "-cancel" {
			return nil
		}
		return w.write(args[1])
	}
	return fmt.Errorf("wpr knows no %q", args)
}

func xperf(w *World, args []string) error {
	session := "NT Kernel Logger"
	var errs []error
	for i := 0; i < len(args); i++ {
		value := ""
		if i+1 < len(args) {
			value = args[i+1]
		}
		switch args[i] {
		case "-start":
			session = value
		case "-f":
			errs = append(errs, w.Open(session, value))
		case "-stop":
			if session = "NT Kernel Logger"; value != "" && value[0] != '-' {
				session = value
			}
			_, err := w.shut(session)
			errs = append(errs, err)
		case "-d":
			errs = append(errs, w.write(value))
		}
	}
	return errors.Join(errs...)
}

func logman(w *World, args []string) error {
	switch args[0] {
	case "create":
		return w.Open(args[2], after(args, "-o"))
	case "stop":
		_, err := w.shut(args[1])
		return err
	}
	return fmt.Errorf("logman knows no %q", args)
}
