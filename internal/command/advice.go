package command

import (
	"context"
	"errors"
	"io/fs"
	"runtime"
	"strings"
	"syscall"

	"etledger/etl"
	"etledger/internal/recorder"
	"etledger/model/dataset"
	"etledger/report"
	"etledger/report/results"
)

// interrupted is what a command says that was ended by a signal.
const interrupted = "interrupted; nothing is left half done"

// advise adds to an error what the person may do about it, where the error itself does not say it.
func advise(ctx context.Context, err error) string {
	text := err.Error()
	switch {
	case errors.As(err, new(*recorder.LeftError)):
		return text
	case ctx.Err() != nil:
		return interrupted
	case errors.As(err, new(*dataset.VersionError)):
		return text + "; convert the recording again, or read it with that program"
	case isDamagedDataset(err) && strings.Contains(text, "table="+results.TableLifetimes):
		return text + "; 'etledger batch' makes it whole from the recording"
	case isDamagedDataset(err):
		return text + "; 'etledger convert' makes it whole from the recording"
	case errors.Is(err, dataset.ErrNotDataset):
		return text + "; name the folder that 'etledger convert' or 'etledger batch' wrote"
	case errors.Is(err, fs.ErrNotExist):
		return text + "; check the path"
	case errors.Is(err, fs.ErrPermission):
		return text + "; check who may read and write there"
	case errors.Is(err, syscall.ENOTDIR):
		return text + "; name a folder"
	case isFull(err):
		return text + "; make room there, or name another place"
	case errors.As(err, new(*report.NoProcessError)):
		return text + "; 'etledger analyze' lists the processes"
	case errors.Is(err, etl.ErrNotRecording):
		return text + "; give a file that xperf, WPR, PerfView or logman recorded"
	case errors.Is(err, etl.ErrUnsupportedVersion):
		return text + "; record on Windows Vista or later"
	case errors.Is(err, etl.ErrMemoryLimit):
		return text + "; give fewer recordings at a time"
	case errors.Is(err, etl.ErrExtractLimit):
		return text + "; unpack the archive and name the recording in it"
	}
	return text
}

// isDamagedDataset tells of files that are missing from a dataset or are not as they were written. Of a table that was left
// out the error itself says what to do.
func isDamagedDataset(err error) bool {
	return errors.As(err, new(*dataset.FileError)) && !errors.Is(err, fs.ErrPermission) && !strings.Contains(err.Error(), "convert it")
}

// isFull tells that a disk has no room left.
func isFull(err error) bool {
	const errorDiskFull = syscall.Errno(112) // ERROR_DISK_FULL
	return errors.Is(err, syscall.ENOSPC) || runtime.GOOS == "windows" && errors.Is(err, errorDiskFull)
}
