import path from 'node:path';
import express, { type RequestHandler, Router } from 'express';
import { AppError } from '#server/errors.ts';

/**
 * The built web application. Hashed files are kept for ever; every other address that a browser opens is
 * a page of the application, which knows its own routes.
 */
export function builtWebApp(directory: string): Router {
  const router = Router();
  router.use(
    '/assets',
    express.static(path.join(directory, 'assets'), { immutable: true, maxAge: '1y', index: false, redirect: false }),
  );
  router.use('/assets', notThere);
  router.use(express.static(directory, { index: false, redirect: false, maxAge: '5m' }));
  router.get('/*page', pageHandler(path.join(directory, 'index.html')));
  router.get('/', pageHandler(path.join(directory, 'index.html')));
  return router;
}

function pageHandler(file: string): RequestHandler {
  return (request, response, next) => {
    if (!request.accepts('html')) return next();
    response.setHeader('Cache-Control', 'no-cache');
    // Called after success as well, without a fault.
    return response.sendFile(file, { cacheControl: false }, (fault?: unknown) => fault !== undefined && next(fault));
  };
}

const notThere: RequestHandler = () => {
  throw new AppError('NOT_FOUND', 'There is no such file.');
};
