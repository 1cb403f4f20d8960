import type { AnyTRPCRouter } from '@trpc/server';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { AppError, unavailable } from '#server/errors.ts';
import { logFault } from '#server/http/envelope.ts';
import { requestIdOf } from '#server/http/request-id.ts';
import type { Context } from './context.ts';
import { EventStream } from './event-stream.ts';
import { type CallProcedure, callerOf } from './procedures.ts';
import { thrownError, trpcShapeOf } from './trpc-errors.ts';

/** Pings show proxies that a stream is in use, and reveal to the server that a client has disconnected. */
const PING_MILLISECONDS = 15_000;

type CreateContext = (request: Request, response: Response) => Promise<Context>;

/**
 * Sends subscriptions as server-sent events in the form that tRPC's client reads. tRPC's own sender uses three web streams for each
 * response and serializes an event once for each client; this one serializes it once.
 */
export class EventStreams {
  readonly #call: CallProcedure;
  readonly #log: Logger;
  readonly #open = new Set<EventStream>();
  readonly #timer: NodeJS.Timeout;
  #closed = false;

  constructor(router: AnyTRPCRouter, log: Logger) {
    this.#call = callerOf(router);
    this.#log = log;
    this.#timer = setInterval(() => this.#ping(), PING_MILLISECONDS).unref();
  }

  /** How many are open. */
  get size(): number {
    return this.#open.size;
  }

  /** Answers a call of the subscription `name`. Never rejects. */
  async answer(name: string, createContext: CreateContext, request: Request, response: Response): Promise<void> {
    const stream = new EventStream(response);
    this.#open.add(stream);
    try {
      if (this.#closed) throw unavailable();
      const context = await createContext(request, response);
      const values = await this.#call({ name, context, input: inputOf(request), signal: stream.signal });
      await stream.send(values as AsyncIterable<unknown>);
    } catch (fault) {
      this.#fail(stream, fault, request, response);
    }
    this.#open.delete(stream);
  }

  /** Ends all streams and refuses new ones. The clients reconnect to the instance that then serves requests. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    for (const stream of this.#open) stream.fail(trpcShapeOf(unavailable(), ''));
  }

  #ping(): void {
    for (const stream of this.#open) stream.ping();
  }

  /** The status is always 200: with any other status a browser gives up the event stream without saying why. */
  #fail(stream: EventStream, fault: unknown, request: Request, response: Response): void {
    const error = thrownError(fault);
    const requestId = requestIdOf(response);
    logFault(this.#log, error, { requestId, method: request.method });
    stream.fail(trpcShapeOf(error, requestId));
  }
}

/** Reads the input like tRPC: a browser that reconnects sends the id of the last event that it received. */
function inputOf(request: Request): unknown {
  const { input, lastEventId: again } = request.query;
  const given = typeof input === 'string' ? parsed(input) : undefined;
  const lastEventId = request.get('last-event-id') ?? again;
  if (typeof lastEventId !== 'string' || lastEventId === '') return given;
  return typeof given === 'object' && given !== null ? { ...given, lastEventId } : (given ?? { lastEventId });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('MALFORMED_JSON', 'The input is not valid JSON.');
  }
}
