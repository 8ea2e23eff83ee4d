package command

import (
	"testing"
	"testing/synctest"
)

func TestUnbrokenWorkIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var u unbrokenWork
		u.wait() // for nothing
		first, second := u.begin(), u.begin()
		waited := false
		go func() {
			u.wait()
			waited = true
		}()
		first()
		first() // counts once
		synctest.Wait()
		if waited {
			t.Error("it does not wait for the second")
		}
		second()
		synctest.Wait()
		if !waited {
			t.Error("it waits for work that has ended")
		}
		u.begin()()
		u.wait()
	})
}
