import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { z } from 'zod';
import { AppError } from '#server/errors.ts';
import { PAGE_DATA_ID, type PageData, type PageWithData } from '#shared/page-data.ts';
import { type ChooseCopy, compressedCopies, copyHeaders } from './compressed-copies.ts';
import { withPageData } from './page-data-element.ts';

/** The scripts that show something from the data before the application is loaded; empty: none. */
export type FirstScripts = Readonly<Record<PageData['kind'], string>>;
const NO_SCRIPTS: FirstScripts = { deck: '', library: '' };

/** The data for a page; null if it gets none. May set cookies. */
export type PageDataSource = (request: Request, response: Response, page: PageWithData) => Promise<PageData | null>;

/**
 * The HTML file of each page, which names what the page needs, and whether the server writes data into it. `scripts/first-load.ts` writes the list.
 * The group `deckId` of a pattern is the deck that the page plays.
 */
const pageFilesSchema = z.array(
  z.object({ pattern: z.string(), file: z.string(), data: z.enum(['deck', 'library']).optional() }),
);
/** Requests the session, which is part of the data. */
const SESSION_PRELOAD = /<link rel="preload" as="fetch" [^>]*get-session">/;
const STATIC = { index: false, redirect: false, setHeaders };

/**
 * Serves the built web application. Files with a hash in their name are cached permanently. Every other address that a browser
 * opens gets the HTML file of its page, or `index.html`; the application has its own router. The page of a deck and the library get their
 * first data, too.
 */
export function builtWebApp(directory: string, dataOf: PageDataSource, scripts: FirstScripts = NO_SCRIPTS): Router {
  const router = Router();
  const chooseCopy = compressedCopies(directory);
  router.use(toCopy(chooseCopy));
  router.use('/assets', express.static(path.join(directory, 'assets'), { ...STATIC, immutable: true, maxAge: '1y' }));
  router.use('/assets', notThere);
  router.use(express.static(directory, { ...STATIC, maxAge: '5m' }));
  router.get(['/', '/*page'], pageHandler(directory, { chooseCopy, dataOf, scripts }));
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
  readonly scripts: FirstScripts;
}

function pageHandler(directory: string, { chooseCopy, dataOf, scripts }: PageParts): RequestHandler {
  const list: unknown = JSON.parse(readFileSync(path.join(directory, '.pages.json'), 'utf8'));
  const pages = pageFilesSchema.parse(list).map(({ pattern, ...page }) => ({ address: new RegExp(pattern), ...page }));
  const pageAt = (address: string): { file: string; withData: PageWithData | null } => {
    for (const page of pages) {
      const match = page.address.exec(address);
      if (match !== null) return { file: `/${page.file}`, withData: pageWithData(page.data, match.groups?.['deckId']) };
    }
    return { file: '/index.html', withData: null };
  };
  return async (request, response, next) => {
    if (!request.accepts('html')) return next();
    const { file, withData } = pageAt(request.path);
    // Searches and filters are in the address of the library, and its data has none.
    const hasData = withData !== null && (withData.kind === 'deck' || Object.keys(request.query).length === 0);
    const data = hasData ? await dataOf(request, response, withData) : null;
    if (data !== null) {
      const html = (await readFile(path.join(directory, file), 'utf8')).replace(SESSION_PRELOAD, '');
      // The data belongs to one user, and may contain a deck's secret address, so nothing may keep the page.
      response.setHeader('Cache-Control', 'private, no-store');
      const element = {
        id: PAGE_DATA_ID,
        data,
        script: scripts[data.kind],
        runsIn: data.kind === 'deck' ? 'head' : 'root',
      } as const;
      return void response.type('html').end(withPageData(html, element));
    }
    response.setHeader('Cache-Control', 'no-cache');
    const copy = chooseCopy(request, response, file);
    const options = { root: directory, cacheControl: false, headers: copyHeaders(copy) };
    // Express also calls this after success, without an argument.
    return response.sendFile(copy, options, (fault?: unknown) => fault !== undefined && next(fault));
  };
}

function pageWithData(kind: PageWithData['kind'] | undefined, deckId: string | undefined): PageWithData | null {
  if (kind === 'library') return { kind };
  return kind === 'deck' && deckId !== undefined ? { kind, deckId } : null;
}

const notThere: RequestHandler = () => {
  throw new AppError('NOT_FOUND', 'This file does not exist.');
};
