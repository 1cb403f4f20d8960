#!/usr/bin/env node
import { inspect } from './inspect.ts';
import { pack } from './pack.ts';
import { UsageError } from './usage.ts';
import { verify } from './verify.ts';

const COMMANDS = new Map([
  ['verify', verify],
  ['inspect', inspect],
  ['pack', pack],
]);

const USAGE = `Usage:
  stage verify FILE [--json]              tell every fault; exit code 0 (sound) or 1
  stage inspect FILE [--json]             show what a package holds
  stage pack DIR|HTML -o FILE [options]   make a package

Options of pack:
  --title, --id, --deck-version, --subtitle, --author, --description TEXT
  --created-at ISO        default: SOURCE_DATE_EPOCH, or the latest change of a packed file
  --size WIDTHxHEIGHT     logical size of a slide; default 1920x1080
  --requires CAPABILITY   same-origin-storage, broadcast-channel or window-open; may be repeated
  --entry FILE            HTML file of the folder to start from
  --split                 one slide per file (reveal.js, impress.js)
  --thumbnails DIR        pictures named like the slides
  --json                  report as JSON
`;

async function main([name = '', ...args]: string[]): Promise<number> {
  if (name === '' || name === 'help' || name === '--help' || name === '-h') {
    process.stdout.write(USAGE);
    return name === '' ? 2 : 0;
  }
  const command = COMMANDS.get(name);
  if (!command) throw new UsageError(`There is no command "${name}".`);
  return command(args);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.exitCode = error instanceof UsageError ? 2 : 1;
  process.stderr.write(
    `stage: ${error instanceof Error ? error.message : String(error)}\n${error instanceof UsageError ? `\n${USAGE}` : ''}`,
  );
}
