@echo off
rem Records memory growth for 3 minutes with wpr into memory-growth.etl.
rem Start it with "Run as administrator". It asks for a key at its end, unless /q is given.
setlocal DisableDelayedExpansion
cd /d "%~dp0"
if not "%errorlevel%"=="0" goto nofolder
fltmc >nul 2>&1
if not "%errorlevel%"=="0" goto noadministrator
where wpr >nul 2>&1
if not "%errorlevel%"=="0" goto noprogram
if exist "memory-growth.etl" goto exists
logman query "NT Kernel Logger" -ets >nul 2>&1
if "%errorlevel%"=="0" goto busy
logman query "WPR_initiated_WprApp_WPR System Collector" -ets >nul 2>&1
if "%errorlevel%"=="0" goto busy
rem Not every way to start this has a console that timeout can read from; ping waits without.
set waits=timeout
timeout /t 1 /nobreak >nul 2>&1
if not "%errorlevel%"=="0" set waits=ping

echo Starts recording to a file...
wpr -start memory-growth.wprp!MemoryGrowth -filemode
if not "%errorlevel%"=="0" goto undo0

echo Recording for 3 minutes. Ctrl-C and then N ends it now and keeps what was recorded;
echo Ctrl-C and then Y leaves it running: end it with cancel.cmd.
if "%waits%"=="timeout" timeout /t 180 /nobreak
if "%waits%"=="ping" ping -n 181 127.0.0.1 >nul

set failed=0
echo Stops, adds the identities of modules, and writes memory-growth.etl...
wpr -stop memory-growth.etl "memory growth"
if not "%errorlevel%"=="0" set failed=1
if "%failed%"=="1" goto stopfailed
if not exist "memory-growth.etl" goto nocapture
echo.
echo Done. Copy memory-growth.etl to where etledger is, and look at it:
echo   etledger doctor memory-growth.etl
echo   etledger analyze memory-growth.etl
set status=0
goto end

:undo0
if exist "memory-growth.etl" del "memory-growth.etl"
echo It could not be started: the lines above say why.
set status=1
goto end

:stopfailed
echo Stopping failed: the lines above say why. Run cancel.cmd, so that nothing goes on recording.
echo What is left of files that end in .etl may have been recorded well: etledger reads them.
set status=1
goto end

:nocapture
echo wpr has written no capture.
set status=1
goto end

:exists
echo There is a recording here already: memory-growth.etl. Move it away first.
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
echo wpr was not found, neither here nor on the path.
set status=1
goto end

:end
if /i not "%~1"=="/q" pause
exit /b %status%
