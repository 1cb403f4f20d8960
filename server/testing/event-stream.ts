import { once } from 'node:events';
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { createInterface } from 'node:readline';

/** One event of a stream: tRPC calls a plain one `message`, the end `return` and a refusal `serialized-error`. */
export interface StreamEvent {
  readonly event: string;
  readonly id: string | null;
  /** The JSON in it. */
  readonly data: unknown;
}

export interface EventStream extends AsyncDisposable {
  readonly status: number;
  /** The next event, whenever it comes; null when the server has ended the stream. */
  next(): Promise<StreamEvent | null>;
}

/** Subscribes to a procedure as a browser does. */
export async function openStream(
  address: string,
  procedure: string,
  { cookie, input, headers: proof = {} }: { cookie?: string; input?: unknown; headers?: OutgoingHttpHeaders } = {},
): Promise<EventStream> {
  const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  const headers = { accept: 'text/event-stream', ...proof, ...(cookie !== undefined && { cookie }) };
  const outgoing = request(`${address}/api/trpc/${procedure}${query}`, { headers, agent: false });
  outgoing.end();
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const events = eventsOf(incoming);
  return {
    status: incoming.statusCode ?? 0,
    next: async () => (await events.next()).value ?? null,
    async [Symbol.asyncDispose]() {
      outgoing.destroy();
      await Promise.resolve();
    },
  };
}

/** Pings and the word that the stream is open are left out. */
async function* eventsOf(incoming: IncomingMessage): AsyncGenerator<StreamEvent, null> {
  incoming.on('error', () => undefined); // a stream that is closed from here
  let fields: Record<string, string> = {};
  for await (const line of createInterface({ input: incoming })) {
    const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name !== undefined) fields[name] = value ?? '';
    if (line !== '') continue;
    const { event = 'message', id = null, data } = fields;
    fields = {};
    if (data !== undefined && event !== 'ping' && event !== 'connected') yield { event, id, data: JSON.parse(data || 'null') };
  }
  return null;
}
