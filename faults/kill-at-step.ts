/**
 * Kills the server at a step of a request. Tests load this module before the server (`node --import`); nothing in the product refers to it.
 *
 * A step is a statement that the request sends to the database, or a change that it makes in the file system. A request with the header
 * `x-kill-at-step: 3` ends the process with SIGKILL right before its third step. With `x-kill-at-step: none` the steps are printed. The
 * variable `KILL_BEFORE`, for example `unlink 2`, does the same for work without a request: the second `unlink` of the process.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

interface Plan {
  readonly killAt: number | null;
  steps: number;
}

const requests = new AsyncLocalStorage<Plan | null>();
const [processKind = '', processNumber = ''] = process.env['KILL_BEFORE']?.split(' ') ?? [];
let seen = 0;

function step(kind: string, what: string): void {
  if (kind === processKind) {
    seen += 1;
    if (seen === Number(processNumber)) die();
  }
  const plan = requests.getStore();
  if (plan === null || plan === undefined) return;
  plan.steps += 1;
  if (plan.killAt === null) process.stderr.write(`step ${plan.steps}: ${kind} ${what}\n`);
  else if (plan.steps === plan.killAt) die();
}

function die(): void {
  process.kill(process.pid, 'SIGKILL');
}

// Node and the product publish these types.
subscribe('http.server.request.start', (message) => {
  const wanted = (message as { request: IncomingMessage }).request.headers['x-kill-at-step'];
  const plan = typeof wanted === 'string' ? { killAt: wanted === 'none' ? null : Number(wanted), steps: 0 } : null;
  requests.enterWith(plan);
});
subscribe('lectern.db.statement', (message) => step('statement', (message as { text: string }).text.slice(0, 60)));

type Call = (this: unknown, ...args: unknown[]) => unknown;

/** Makes a function of an object a step. */
function watch(owner: Record<string, Call>, name: string, isStep: (args: readonly unknown[]) => boolean = () => true): void {
  const original = owner[name];
  if (original === undefined) throw new Error(`there is no function ${name}`);
  owner[name] = function watched(...args) {
    if (isStep(args)) step(name, '');
    return original.apply(this, args);
  };
}

// The functions of the module by name, to replace some: its type allows neither.
const functions = fs as unknown as Record<string, Call>;
const someHandle = await fs.open('/dev/null');
// A handle's methods are those of its class, which Node does not export.
const handles = Object.getPrototypeOf(someHandle) as Record<string, Call>;
await someHandle.close();
watch(functions, 'open', ([, flags]) => flags === 'wx');
for (const name of ['link', 'unlink', 'rm']) watch(functions, name);
watch(handles, 'sync');
syncBuiltinESMExports();
