@echo off
rem Ends a recording that record.cmd left running, and throws it away.
rem Start it with "Run as administrator". It asks for a key at its end, unless /q is given.
setlocal DisableDelayedExpansion
cd /d "%~dp0"
if not "%errorlevel%"=="0" goto nofolder
fltmc >nul 2>&1
if not "%errorlevel%"=="0" goto noadministrator
where wpr >nul 2>&1
if not "%errorlevel%"=="0" goto noprogram

echo Stops a recording of WPR and throws it away...
wpr -cancel
if exist "memory-growth.etl" echo memory-growth.etl may be deleted unless it is a capture that was finished.
set status=0
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
