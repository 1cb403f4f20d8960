import type { AudienceEvents } from '#shared/audience-page.ts';
import { Refusal, type Visitor } from './visitor.ts';

type Kind = keyof AudienceEvents;
type Heard = (kind: Kind | 'lost', data: string) => void;

/** How long to wait before the stream is opened again; doubled each time. */
const WAIT_MS = 1000;
const WAIT_MAX_MS = 60_000;

/**
 * Listens to what happens to a link, until `signal` is aborted. Not an `EventSource`, which cannot send the grant of a link with a
 * password.
 *
 * @param heard called with each event and its data, as JSON; `lost` after a break of the connection, in which events may have been missed
 */
export function listenToLink(visitor: Visitor, heard: Heard, signal: AbortSignal): void {
  void listen(visitor, heard, signal);
}

async function listen(visitor: Visitor, heard: Heard, signal: AbortSignal): Promise<void> {
  let wait = WAIT_MS;
  while (!signal.aborted) {
    try {
      const response = await visitor.ask('/events', { signal, headers: { Accept: 'text/event-stream' } });
      wait = WAIT_MS;
      if (response.body === null) return;
      if (await readEvents(response.body, heard)) return;
      if (!signal.aborted) heard('lost', '');
    } catch (fault) {
      if (signal.aborted) return;
      if (fault instanceof Refusal && fault.isEnd) return heard('ended', '');
    }
    await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random())));
    wait = Math.min(wait * 2, WAIT_MAX_MS);
  }
}

/** Reads a stream to its end. Returns whether the link has ended. */
async function readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>, heard: Heard): Promise<boolean> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let kind: string | undefined;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return false;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      kind = /^event: ?(version|talk|ended|ping)\r?$/.exec(line)?.[1] ?? kind;
      const [, data] = /^data: ?(.*)$/.exec(line) ?? [];
      if (kind === undefined || data === undefined) continue;
      // The expression admits these four only.
      heard(kind as Kind, data);
      if (kind === 'ended') return true;
      kind = undefined;
    }
  }
}
