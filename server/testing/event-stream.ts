import { once } from 'node:events';
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { createInterface } from 'node:readline';

/** An event of a stream. tRPC's names are `message` for a value, `return` for the end and `serialized-error` for an error. */
export interface StreamEvent {
  readonly event: string;
  readonly id: string | null;
  /** The parsed JSON of the event. */
  readonly data: unknown;
}

export interface EventStream extends AsyncDisposable {
  readonly status: number;
  /** Waits for the next event. Null if the server has ended the stream. */
  next(): Promise<StreamEvent | null>;
}

/** Subscribes to a procedure like a browser. */
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

/** The events of a response, without pings and the event `connected`. */
async function* eventsOf(incoming: IncomingMessage): AsyncGenerator<StreamEvent, null> {
  incoming.on('error', () => undefined); // closing the stream here causes an error
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
