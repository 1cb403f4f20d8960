/**
 * Prints how many requests are being handled whose clients have left, and which, each time when that changes. Tests load this module before the
 * server (`node --import`). Such a request may still write, and while it runs no statement, nothing outside of the server shows that.
 */
import { tracingChannel } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Express keeps the whole path there; routers shorten `url`. */
type ExpressRequest = IncomingMessage & { readonly originalUrl: string };

/** What the router of Express publishes about one call of a handler. */
interface Call {
  readonly req: ExpressRequest;
  readonly res: ServerResponse;
}

/** The calls of each request that have not ended. */
const calls = new Map<ExpressRequest, Set<Call>>();
const left = new Set<ExpressRequest>();

function begin(call: Call): void {
  const { req, res } = call;
  const known = calls.get(req);
  if (known === undefined) res.once('close', () => leave(req));
  calls.set(req, (known ?? new Set()).add(call));
}

function leave(request: ExpressRequest): void {
  if (calls.get(request)?.size === 0) calls.delete(request);
  else {
    left.add(request);
    tell();
  }
}

function end(call: Call): void {
  const { req } = call;
  const own = calls.get(req);
  own?.delete(call);
  if (own?.size !== 0 || !left.delete(req)) return;
  calls.delete(req);
  tell();
}

function tell(): void {
  const which = [...left].map(({ method, originalUrl }) => `${method} ${originalUrl}`).join(', ');
  process.stderr.write(`requests without a client: ${left.size} ${which}\n`);
}

// The router publishes these types.
const { start, end: returned, asyncEnd: settled } = tracingChannel('express.router.request');
start.subscribe((message) => begin(message as Call));
// A handler that returns a promise has no result yet.
returned.subscribe((message) => ('result' in (message as Call) || 'error' in (message as Call)) && end(message as Call));
settled.subscribe((message) => end(message as Call));
