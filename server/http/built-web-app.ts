import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { z } from 'zod';
import { AppError } from '#server/errors.ts';
import { PAGE_DATA_ID, type PageData } from '#shared/page-data.ts';
import { type ChooseCopy, compressedCopies, copyHeaders } from './compressed-copies.ts';
import { withPageData } from './page-data-element.ts';

/** The data for the page of a deck; null if the page gets none. May set cookies. */
export type PageDataSource = (request: Request, response: Response, deckId: string) => Promise<PageData | null>;

/**
 * The HTML file of each page, which names what the page needs. `scripts/first-load.ts` writes the list. The group `deckId` of a pattern is the
 * deck that the page plays.
 */
const pageFilesSchema = z.array(z.object({ pattern: z.string(), file: z.string() }));
/** Requests the session, which is part of the data. */
const SESSION_PRELOAD = /<link rel="preload" as="fetch" [^>]*get-session">/;
const STATIC = { index: false, redirect: false, setHeaders };

/**
 * Serves the built web application. Files with a hash in their name are cached permanently. Every other address that a browser
 * opens gets the HTML file of its page, or `index.html`; the application has its own router. The page of a deck gets its first data, too.
 *
 * @param firstSlide the script that shows the first slide from the data; empty: none
 */
export function builtWebApp(directory: string, dataOf: PageDataSource, firstSlide = ''): Router {
  const router = Router();
  const chooseCopy = compressedCopies(directory);
  router.use(toCopy(chooseCopy));
  router.use('/assets', express.static(path.join(directory, 'assets'), { ...STATIC, immutable: true, maxAge: '1y' }));
  router.use('/assets', notThere);
  router.use(express.static(directory, { ...STATIC, maxAge: '5m' }));
  router.get(['/', '/*page'], pageHandler(directory, { chooseCopy, dataOf, firstSlide }));
  return router;
}

function toCopy(chooseCopy: ChooseCopy): RequestHandler {
  return (request, response, next) => {
    const copy = chooseCopy(request, response, request.path);
    if (copy !== request.path) request.url = copy;
    next();
  };
}

function setHeaders(response: Response, file: string): void {
  response.set(copyHeaders(file));
}

interface PageParts {
  readonly chooseCopy: ChooseCopy;
  readonly dataOf: PageDataSource;
  readonly firstSlide: string;
}

function pageHandler(directory: string, { chooseCopy, dataOf, firstSlide }: PageParts): RequestHandler {
  const list: unknown = JSON.parse(readFileSync(path.join(directory, '.pages.json'), 'utf8'));
  const pages = pageFilesSchema.parse(list).map(({ pattern, file }) => ({ address: new RegExp(pattern), file: `/${file}` }));
  const pageAt = (address: string): { file: string; deckId: string | null } => {
    for (const page of pages) {
      const match = page.address.exec(address);
      if (match !== null) return { file: page.file, deckId: match.groups?.['deckId'] ?? null };
    }
    return { file: '/index.html', deckId: null };
  };
  return async (request, response, next) => {
    if (!request.accepts('html')) return next();
    const { file, deckId } = pageAt(request.path);
    const data = deckId === null ? null : await dataOf(request, response, deckId);
    if (data !== null) {
      const html = (await readFile(path.join(directory, file), 'utf8')).replace(SESSION_PRELOAD, '');
      // The data belongs to one user and contains the deck's secret address, so nothing may keep the page.
      response.setHeader('Cache-Control', 'private, no-store');
      return void response.type('html').end(withPageData(html, { id: PAGE_DATA_ID, data, firstSlide }));
    }
    response.setHeader('Cache-Control', 'no-cache');
    const copy = chooseCopy(request, response, file);
    const options = { root: directory, cacheControl: false, headers: copyHeaders(copy) };
    // Express also calls this after success, without an argument.
    return response.sendFile(copy, options, (fault?: unknown) => fault !== undefined && next(fault));
  };
}

const notThere: RequestHandler = () => {
  throw new AppError('NOT_FOUND', 'This file does not exist.');
};
