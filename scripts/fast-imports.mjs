// Loads the modules of the program in half of the time. Import it before them. It is not TypeScript, because then Node would load the
// stripper of types for this file alone.
import { enableCompileCache, registerHooks } from 'node:module';
import path from 'node:path';

// Without types and compiled. Where the directory cannot be written, modules are compiled each time.
enableCompileCache(path.join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled-modules'));

// The `exports` of `drizzle-orm` have 160 KB, and Node 26 reads them anew for each import of the package and within it: several hundred
// times. Its modules are found here as Node would find them.
const INSIDE = '/node_modules/drizzle-orm/';
/** @type {Map<string, import('node:module').ResolveFnOutput>} */
const found = new Map();
registerHooks({
  resolve(specifier, context, next) {
    const parent = context.parentURL ?? '';
    if (parent.includes(INSIDE) && parent.endsWith('.js') && /^\..*\.js$/.test(specifier))
      return { url: new URL(specifier, parent).href, format: 'module', shortCircuit: true };
    if (!/^drizzle-orm(?:\/|$)/.test(specifier)) return next(specifier, context);
    const key = [specifier, ...context.conditions].join(' ');
    const known = found.get(key) ?? next(specifier, context);
    found.set(key, known);
    return { ...known, shortCircuit: true };
  },
});
