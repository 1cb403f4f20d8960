#!/usr/bin/env node
import { stage } from './stage.ts';

/** Exits without an error if the reader of the output closes the pipe, as in `stage inspect deck.stage | head -1`. */
function endQuietlyAtClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}

endQuietlyAtClosedPipe(process.stdout);
endQuietlyAtClosedPipe(process.stderr);
process.exitCode = await stage(process.argv.slice(2));
