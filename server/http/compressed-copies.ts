import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Request, Response } from 'express';

/** What the build leaves beside a text file, best first (`scripts/compressed-copies.ts`). */
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

/** Gives the name of the copy that a request is best answered with, or the file's own, and says what that hinged on. Names start with a slash. */
export type ChooseCopy = (request: Request, response: Response, name: string) => string;

/**
 * The files of a directory in the best compression that both sides know. They were compressed when they were built: better than
 * there would be time for now, and at no cost.
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

/** What to say about a file when it goes out and is one of those copies: to be said then, not before, since it may not be there. */
export function copyHeaders(file: string): Record<string, string> {
  const copy = COPIES.find(({ suffix }) => file.endsWith(suffix));
  const type = copy && TYPES[path.extname(file.slice(0, -copy.suffix.length))];
  if (copy === undefined || type === undefined) return {};
  return { 'Content-Encoding': copy.encoding, 'Content-Type': type };
}
