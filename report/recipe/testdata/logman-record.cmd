@echo off
rem Records memory growth for 15 minutes with logman into memory-growth.etl.
rem Start it with "Run as administrator". It asks for a key at its end, unless /q is given.
setlocal DisableDelayedExpansion
cd /d "%~dp0"
if not "%errorlevel%"=="0" goto nofolder
fltmc >nul 2>&1
if not "%errorlevel%"=="0" goto noadministrator
where logman >nul 2>&1
if not "%errorlevel%"=="0" goto noprogram
if exist "memory-growth.etl" goto exists
if exist "memory-growth.memory.etl" goto exists
logman query "NT Kernel Logger" -ets >nul 2>&1
if "%errorlevel%"=="0" goto busy
logman query "etledger-memory" -ets >nul 2>&1
if "%errorlevel%"=="0" goto busy
rem Not every way to start this has a console that timeout can read from; ping waits without.
set waits=timeout
timeout /t 1 /nobreak >nul 2>&1
if not "%errorlevel%"=="0" set waits=ping

echo Starts the session of memory snapshots...
logman create trace etledger-memory -p "{d1d93ef7-e1f2-4f45-9943-03d245fe6c00}" 0x60 5 -o memory-growth.memory.etl -ct perf -bs 128 -nb 16 36 -ets
if not "%errorlevel%"=="0" goto undo0
echo Starts the kernel session...
logman create trace "NT Kernel Logger" -p "Windows Kernel Trace" 0x600f -o memory-growth.etl -ct perf -bs 1024 -nb 21 41 -ets
if not "%errorlevel%"=="0" goto undo1

echo Recording for 15 minutes. Ctrl-C and then N ends it now and keeps what was recorded;
echo Ctrl-C and then Y leaves it running: end it with cancel.cmd.
if "%waits%"=="timeout" timeout /t 900 /nobreak
if "%waits%"=="ping" ping -n 901 127.0.0.1 >nul

set failed=0
echo Stops the kernel session...
logman stop "NT Kernel Logger" -ets
if not "%errorlevel%"=="0" set failed=1
echo Stops the session of memory snapshots...
logman stop etledger-memory -ets
if not "%errorlevel%"=="0" set failed=1
if "%failed%"=="1" goto stopfailed
if not exist "memory-growth.etl" goto nocapture
if not exist "memory-growth.memory.etl" goto nocapture
echo.
echo Done. Copy memory-growth.etl and memory-growth.memory.etl to where etledger is, and look at it:
echo   etledger doctor memory-growth.etl memory-growth.memory.etl
echo   etledger analyze memory-growth.etl memory-growth.memory.etl
set status=0
goto end

:undo1
logman stop etledger-memory -ets
:undo0
if exist "memory-growth.etl" del "memory-growth.etl"
if exist "memory-growth.memory.etl" del "memory-growth.memory.etl"
echo It could not be started: the lines above say why.
set status=1
goto end

:stopfailed
echo Stopping failed: the lines above say why. Run cancel.cmd, so that nothing goes on recording.
echo What is left of files that end in .etl may have been recorded well: etledger reads them.
set status=1
goto end

:nocapture
echo logman has written no capture.
set status=1
goto end

:exists
echo There is a recording here already: memory-growth.etl or memory-growth.memory.etl. Move it away first.
set status=1
goto end

:busy
echo A session that this needs is running already; logman query -ets lists them.
echo If an earlier record.cmd was ended too early, run cancel.cmd. Otherwise ask who records.
set status=1
goto end

:nofolder
echo The folder of this script cannot be entered. Copy it to a local disk.
set status=1
goto end

:noadministrator
echo This needs the rights of an administrator: use "Run as administrator".
set status=1
goto end

:noprogram
echo logman was not found, neither here nor on the path.
set status=1
goto end

:end
if /i not "%~1"=="/q" pause
exit /b %status%
