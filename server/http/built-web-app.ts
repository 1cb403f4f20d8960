import { readFileSync } from 'node:fs';
import path from 'node:path';
import express, { type RequestHandler, type Response, Router } from 'express';
import { z } from 'zod';
import { AppError } from '#server/errors.ts';
import { type ChooseCopy, compressedCopies, copyHeaders } from './compressed-copies.ts';

/** The HTML file of each page, which names what the page needs. `scripts/first-load.ts` writes the list. */
const pageFilesSchema = z.array(z.object({ pattern: z.string(), file: z.string() }));
const STATIC = { index: false, redirect: false, setHeaders };

/**
 * Serves the built web application. Files with a hash in their name are cached permanently. Every other address that a browser
 * opens gets the HTML file of its page, or `index.html`; the application has its own router.
 */
export function builtWebApp(directory: string): Router {
  const router = Router();
  const chooseCopy = compressedCopies(directory);
  router.use(toCopy(chooseCopy));
  router.use('/assets', express.static(path.join(directory, 'assets'), { ...STATIC, immutable: true, maxAge: '1y' }));
  router.use('/assets', notThere);
  router.use(express.static(directory, { ...STATIC, maxAge: '5m' }));
  router.get(['/', '/*page'], pageHandler(directory, chooseCopy));
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

function pageHandler(directory: string, chooseCopy: ChooseCopy): RequestHandler {
  const list: unknown = JSON.parse(readFileSync(path.join(directory, '.pages.json'), 'utf8'));
  const pages = pageFilesSchema.parse(list).map(({ pattern, file }) => ({ address: new RegExp(pattern), file: `/${file}` }));
  return (request, response, next) => {
    if (!request.accepts('html')) return next();
    response.setHeader('Cache-Control', 'no-cache');
    const page = pages.find(({ address }) => address.test(request.path))?.file ?? '/index.html';
    const file = chooseCopy(request, response, page);
    const options = { root: directory, cacheControl: false, headers: copyHeaders(file) };
    // Express also calls this after success, without an argument.
    return response.sendFile(file, options, (fault?: unknown) => fault !== undefined && next(fault));
  };
}

const notThere: RequestHandler = () => {
  throw new AppError('NOT_FOUND', 'This file does not exist.');
};
