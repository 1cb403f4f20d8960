import { WEB_MODULES } from './imports/web.ts';
import { imports } from './planted-import.ts';

/** For each folder of `web/`, an import of a folder above it, and of one below it that it may not use. */
const webModules = Object.entries(WEB_MODULES).flatMap(([module, allowed]: [string, readonly string[]], at, modules) => {
  const names = modules.map(([name]) => name);
  const below = names.slice(0, at).findLast((name) => !allowed.includes(name));
  return [names[at + 1], below]
    .filter((other) => other !== undefined)
    .map((other) =>
      imports(`${other} in web/${module}`, `web/${module}/*.ts`, `#web/${other}/any.ts`, `web/${module} may import`),
    );
});

/** Imports in `web/` that break a rule. */
export const WEB_VIOLATIONS = [
  ...webModules,
  imports('a service in web', 'web/pages/*.tsx', '#server/decks/decks.service.ts', 'web/pages may import'),
  imports('a service in the entry files of web', 'web/*.tsx', '#server/decks/decks.service.ts', 'entry files of web'),
  imports('the router in a page', 'web/pages/*.tsx', '#web/router.tsx', 'web/pages may import'),
  imports('tables in web', 'web/lib/*.ts', '#drizzle/schema/decks.ts', 'web/lib may import'),
  imports('the root router as a value in web', 'web/lib/*.ts', '#server/rest/root.router.ts', 'only as a type'),
  imports('a server package in web', 'web/lib/*.ts', 'express', 'runs in a browser'),
  imports('a node: module in web', 'web/lib/*.ts', 'node:fs', 'runs in a browser'),
  imports('the Node entry of deck-format in web', 'web/player/*.ts', 'deck-format/node', 'runs in a browser'),
  imports('a page in web/ui', 'web/ui/*.tsx', '#web/pages/library/library.tsx', 'web/ui may import'),
  imports('the player in web/ui', 'web/ui/*.tsx', '#web/player/player.tsx', 'web/ui may import'),
  imports('the contract of a feature in web/ui', 'web/ui/*.tsx', '#shared/decks.ts', 'independent of features'),
  imports('the API client in web/ui', 'web/ui/*.tsx', '@trpc/client', 'independent of features'),
];
