#!/usr/bin/env node
import { stage } from './stage.ts';

/** The reader of the output may stop reading: `stage inspect deck.stage | head -1`. That is no fault. */
function endQuietlyAtClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}

endQuietlyAtClosedPipe(process.stdout);
endQuietlyAtClosedPipe(process.stderr);
process.exitCode = await stage(process.argv.slice(2));
