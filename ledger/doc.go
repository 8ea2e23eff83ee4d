// Package ledger keeps the books: from rows in time order it makes process lifetimes, each with a page-exact account of
// its virtual memory, the attribution of that memory to stacks and modules, and the reconciliation of the account with
// the process counters. It knows nothing of statistics: what package trend needs to judge an account is in
// Lifetime.Evidence.
//
// A Ledger takes the chunks of a capture in their order and gives the Accounts at the end; Read does both. Its memory
// grows with live ranges, live processes and distinct stacks, not with the length of the capture, and the cost of an
// event is logarithmic in the live ranges of its process. Rows come in the order of time, but what they do to the
// memory of different lifetimes does not depend on one another: it is collected and done lifetime by lifetime, by
// several goroutines if there are (Options.Concurrency), each in order. The accounts are the same, byte for byte. Of
// all that a capture can be decoded to, Needs tells what the books are made from.
//
// # Rules of the account
//
// Amounts are whole pages of 4 KiB; ranges are rounded outward to the pages of the system. The opcode tells an
// allocation from a free, never the flags. Nothing is ever negative, and what is committed is always reserved.
//
//  1. RESERVE makes a reservation and counts in ReserveBytes. With COMMIT its pages are committed at once. AWE, write
//     watch and top-down reservations are told apart, and large pages among the committed.
//  2. RESERVE over a live reservation means that a free was lost. The old reservation ends whole; its committed pages
//     count as freed and as inferred (FreedBytes, InferredFreedBytes). Of the reservations at addresses that were given
//     out before, the share of these estimates that of lost frees (Evidence.LostShare).
//  3. COMMIT makes the pages of a reservation committed that were not, and counts them in CommitBytes. Pages that were
//     committed stay with whom they belong to and count in RepeatCommitBytes.
//  4. COMMIT outside any reservation tells of a reservation made before the capture. It becomes known, page for page,
//     but counts neither in ReserveBytes nor in OutstandingReserveBytes.
//  5. DECOMMIT gives back the committed pages of its range, whichever allocations they are of; with size 0 at the base
//     of a reservation, those of all of it. Uncommitted pages of a known reservation count nowhere. Pages of which
//     nothing was known count in UnknownFreedBytes, once: from then on they are known to be reserved.
//  6. RELEASE at the base of a reservation ends it whole with its committed pages, whatever size is logged. Elsewhere it
//     drops what lies in its range, and splits a reservation of which that is a part. Pages of which nothing was known
//     count in UnknownFreedBytes.
//  7. RESET and RESET_UNDO change no commit.
//  8. A free that is neither DECOMMIT nor RELEASE, or has size 0 where no reservation begins, changes nothing and is
//     counted in Coverage.OddFrees.
//  9. RELEASE with PRESERVE_PLACEHOLDER gives back what is committed in its range and leaves it reserved, as a
//     placeholder of its own; with COALESCE_PLACEHOLDERS it makes its range one placeholder. RESERVE with
//     REPLACE_PLACEHOLDER makes a placeholder an ordinary reservation and reserves nothing anew. A reservation over a
//     placeholder is no lost free: unmapping a view that replaced one logs none.
//  10. The start rundown lists memory from before the capture: what the capture has not seen of it counts in
//     BeforeCommitBytes, and when it is freed in BeforeFreedBytes, not in CommitBytes and FreedBytes. Of a region
//     committed in part only the amount is known; pages freed there count against it until it is used up.
//  11. The end rundown changes nothing. It is compared with the account (Lifetime.Audit). What it lists and the account
//     does not hold as committed is from before the capture when the lifetime is older than it and no event has touched
//     the address, else it was missed.
//  12. Memory belongs to the process whose address space it is in. Who committed it is told by the event's header, else
//     by its stack; when that is another process it is named (ByOtherProcessBytes, Lifetime.ByOther).
//
// # Rules of lifetimes
//
//  13. A row about a process number belongs to the lifetime that has the number at that time; after its end and before
//     the next start, to the one that has ended. A number of which no process row has been seen has an unannounced
//     lifetime, from the beginning of the capture on; a process row that comes later announces it, unless it is a start
//     more than a second after the number was first seen.
//  14. A start begins a lifetime. If the number still has one, its end was lost, unless both rows tell of one start: two
//     providers logged it, or a rundown was under way.
//  15. An allocation after the end of a lifetime and less than a second before the next start of the number was made by
//     the creator of the new process, and belongs to that, when another process is known to have made it; when nobody
//     is known to, only within 100 ms of the start and nearer to it than to the end. So does what follows it. The same
//     holds when no lifetime of the number was known before.
//  16. An end closes a lifetime. What was outstanding then is left over at exit. A terminate row alone ends a lifetime
//     that nothing tells to be alive afterwards.
//  17. A rundown row names a lifetime. If it has another process object, parent or image than the lifetime that has the
//     number, an end and a start were lost, and a new lifetime begins with the row.
//  18. A defunct row tells of a process that has exited while something still refers to its object. One that had exited
//     before the capture has a lifetime that ends where it begins.
//  19. A thread row leads from a thread number to a process. A hard fault belongs to the process of its thread; one of a
//     thread not announced waits for the row that lists the thread.
//
// # Rules of attribution
//
//  20. A stack record belongs to the memory event with exactly its time stamp. Of several, the thread must be the same
//     where it is known; the same processor is preferred, then the same process, then the latest. A record from another
//     processor needs the same thread or process. An event takes one kernel part and one user part, in any order, and a
//     record serves one event. The index of events that may still get a stack has a fixed size (Options.PendingStacks).
//  21. A stack key stands for the frames of its first definition at or after the reference; when there is none, for
//     those of a definition made at its creation; else it is unresolved.
//  22. A frame is in the image that the lifetime had at its address when the memory was committed. Images that only a
//     rundown lists were there from the beginning. Frames of the kernel are looked up in the images of processes 0 and
//     4.
//  23. Memory is charged to the innermost user-mode frame that is not in a module of plumbing: loader, heap, Win32 layer
//     and run-time libraries. When all are, to the outermost one that is not where threads begin (ntdll, kernel32), else
//     to the innermost; without user-mode frames, to the innermost frame of a driver, else of the kernel.
//  24. A distinct stack is equal addresses in the same images. It has allocated what became committed by its events, also
//     what was freed since, and once even when its parts come in several records. What no stack is known of belongs to
//     a stack without frames: so the stacks of a lifetime sum up to its account.
//
// # Other accounts
//
//  25. Each mapped view counts for itself. A view mapped where one was means that its unmapping was lost. Of mapped
//     memory only sections backed by the page file count as commit, and to the system, not to one process: so it
//     explains nothing in a reconciliation.
//  26. Reconciliation: private bytes at the end of the capture, less what is left of the initial ones, less the
//     outstanding commit, less what is explained, is the residual. Initial private bytes are 0 for a process born
//     inside, else what the start rundown lists, else what the first memory snapshot shows beyond the account, else
//     what the end rundown tells to be from before and what was given back, else inferred. User stacks of living
//     threads that no VirtualAlloc event covers explain as much as they are large.
//  27. Each memory snapshot of a lifetime is held against the account at its time (Lifetime.Series). A lost free makes
//     the residual fall, a lost allocation makes it rise.
//  28. Pool entries are paired by address, and session in session space, and counted by the tag of the allocation. An
//     allocation at a live address means that a free was lost; a free of an unknown one is of an older allocation.
//  29. The limit of a lifetime (Evidence.Limit) is the address space of a 32-bit process: what the counters leave of it,
//     else what is left beside its reservations, views or images, and initial private bytes. The commit limit of the
//     system is not recorded, and the commit of the system says nothing of it, so there is no other limit.
//
// # Windows and flows
//
//  30. The accounts of a window (Options.Window) are those of its time: at its beginning all that is committed, mapped or
//     in the pools becomes memory from before, and what happens at its end or after it is not counted. Which lifetime, image
//     and stack a row belongs to is what all of the capture tells. A lifetime that had ended before the window, or begins
//     after it, is none of it.
//  31. Flows (Options.Flows) put each page of the account in the bins in which it became committed and was given back. What is
//     logged with an earlier time than something before it in the same account counts as happening with that; so does it at
//     the borders of a window, so that the figures of a window are those of the bins that it consists of.
//
// # Builds of images
//
//  32. Size and time date stamp tell the build of an image. A stamp that image rows lack is told by the record about the same
//     process, base, size and time, before the row or after it. Version resources belong to all images of their size, in
//     whole pages, and stamp; of several files that have these in common, the original file name decides, and without it only
//     what all of them agree on counts. Without a stamp the name must be the same. These records change no account, make no
//     lifetime known, and it does not matter when they come. Of the files of one build 16 are kept, of all builds 16,384.
package ledger
