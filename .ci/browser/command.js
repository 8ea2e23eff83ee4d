// The command that the pages come from.
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import path from "node:path";
import { made } from "./browser.js";

/** Runs analyze on a recording of the repository for a window, and gives its report. Status 4 is for damaged input. */
export function analyzed(capture, from, to) {
  const file = path.join(import.meta.dirname, "../../testdata", capture);
  try {
    return JSON.parse(
      execFileSync(path.join(made, "etledger"), ["analyze", file, "--from", from, "--to", to, "--format", "json"], {
        cwd: tmpdir(),
        maxBuffer: 1 << 28,
        stdio: ["ignore", "pipe", "pipe"],
      }),
    );
  } catch (error) {
    if (error.status === 4) return JSON.parse(error.stdout);
    throw error;
  }
}
