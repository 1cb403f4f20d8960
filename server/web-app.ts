import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import path from 'node:path';
import type { WebApp } from './app.ts';
import { builtWebApp } from './http/built-web-app.ts';

/**
 * The web application in `root`: its built files, or in development its sources through the development server on the same port.
 */
export async function openWebApp(
  root: string,
  { development, server }: { development: boolean; server: Server },
): Promise<WebApp> {
  if (development) return developmentWebApp(root, server);
  const built = path.join(root, 'dist');
  if (!existsSync(path.join(built, 'index.html')))
    throw new Error('The web application is not built yet: run "npm run build" first.');
  const read = (name: string): Promise<string> => readFile(path.join(built, name), 'utf8');
  const [bridge, firstPaint] = [await read('bridge.js'), await read('first-paint.js')];
  const [firstSlide, firstLibrary] = [await read('.first-slide.js'), await read('.first-library.js')];
  const audienceFirstSlide = await read('.audience-first-slide.js');
  const audience = path.join(built, 'audience.html');
  const audiencePage = existsSync(audience) ? await readFile(audience, 'utf8') : null;
  return {
    handler: (dataOf) => builtWebApp(built, dataOf, { deck: firstSlide, library: firstLibrary }),
    audiencePage: () => Promise.resolve(audiencePage),
    hotReload: false,
    scripts: ['/assets/', '/first-paint.js'],
    inlineScripts: [firstPaint, firstSlide, firstLibrary, audienceFirstSlide],
    audienceFirstSlide,
    bridge,
  };
}

/** The development server of Vite. It is closed on the same signals as the server, which its web socket would keep open. */
async function developmentWebApp(root: string, server: Server): Promise<WebApp> {
  const { createServer } = await import('vite');
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } }, appType: 'spa', configLoader: 'native' });
  process.once('SIGTERM', () => void vite.close()).once('SIGINT', () => void vite.close());
  return {
    handler: () => vite.middlewares,
    audiencePage: async () => {
      const source = path.join(root, 'audience.html');
      return existsSync(source) ? vite.transformIndexHtml('/audience.html', await readFile(source, 'utf8')) : null;
    },
    hotReload: true,
    scripts: await developmentScripts(root),
    audienceFirstSlide: await scriptOf('.audience-first-slide'),
    bridge: await scriptOf('bridge'),
  };
}

/** Builds one of the classic scripts. */
async function scriptOf(mode: string): Promise<string> {
  const { build } = await import('vite');
  const built = await build({ configFile: 'vite.script.config.ts', mode, logLevel: 'warn', build: { write: false } });
  const [script] = 'output' in built ? built.output : [];
  return script?.code ?? '';
}

/** Sources are served at their paths below `root`. Other files, and what Vite adds, are served at Vite's own addresses. */
async function developmentScripts(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true });
  const own = entries.map((entry) => (entry.isDirectory() ? `/${entry.name}/` : `/${entry.name}`));
  return [
    '/@vite/',
    '/@react-refresh',
    '/@id/',
    '/@fs/',
    '/node_modules/',
    '/first-paint.js',
    ...own.filter((name) => /\/$|\.tsx?$/.test(name)),
  ];
}
