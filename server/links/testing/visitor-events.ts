import { expect } from 'vitest';
import type { TestLectern } from '#server/testing/lectern.ts';
import type { Visitor } from './visitor.ts';

export interface Event {
  readonly name: string;
  readonly data: unknown;
}

/** The events of a visitor, one by one, without pings. Ends when the server closes the stream. */
async function* eventsOf(where: TestLectern, { token, headers }: Visitor): AsyncGenerator<Event> {
  const response = await fetch(`${where.address}/api/shared/${token}/events`, {
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]),
  });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(response.headers.get('cache-control')).toContain('no-store');
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const [, name = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(frame) ?? [];
      yield { name, data: JSON.parse(data) };
    }
  }
}

/** Opens the stream and waits until it is open. Returns a function that waits for the next event; undefined: the stream has ended. */
export async function open(where: TestLectern, visitor: Visitor): Promise<() => Promise<Event | undefined>> {
  const events = eventsOf(where, visitor);
  expect((await events.next()).value).toEqual({ name: 'ping', data: {} });
  return async () => {
    for (;;) {
      const { value, done } = await events.next();
      if (done) return undefined;
      if (value.name !== 'ping') return value;
    }
  };
}
