import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Request, Response } from 'express';

/** The compressed copies that the build writes beside each text file, best first (`scripts/compressed-copies.ts`). */
const COPIES = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
];
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Returns the name of the best copy for a request, or the file's own name, and sets `Vary`. Names start with a slash. */
export type ChooseCopy = (request: Request, response: Response, name: string) => string;

/**
 * Chooses between the files of a directory and their compressed copies, by what the client accepts. The build makes the copies:
 * they are smaller than copies made for each request could be, and cost no time here.
 */
export function compressedCopies(directory: string): ChooseCopy {
  const names = new Set(readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) => `/${name}`));
  return (request, response, name) => {
    const copies = COPIES.filter(({ suffix }) => names.has(`${name}${suffix}`));
    if (copies.length === 0) return name;
    response.vary('Accept-Encoding');
    const accepted = request.acceptsEncodings();
    return `${name}${copies.find(({ encoding }) => accepted.includes(encoding))?.suffix ?? ''}`;
  };
}

/** The headers of a file that is a compressed copy. They are set when the file is sent and not before, because it may not exist. */
export function copyHeaders(file: string): Record<string, string> {
  const copy = COPIES.find(({ suffix }) => file.endsWith(suffix));
  const type = copy && TYPES[path.extname(file.slice(0, -copy.suffix.length))];
  if (copy === undefined || type === undefined) return {};
  return { 'Content-Encoding': copy.encoding, 'Content-Type': type };
}
