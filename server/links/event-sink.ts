import type { AudienceEvents } from '#shared/audience-page.ts';

/** An event in the form in which it is sent: made once, and written to many streams. */
export type EventFrame = Buffer;

/** The bytes of an event: its name, and its data as JSON. */
export function frameOf<Name extends keyof AudienceEvents>(name: Name, data: AudienceEvents[Name]): EventFrame {
  return Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** A frame for many sinks. */
export interface Posting {
  readonly frame: EventFrame;
  /** As of `EventSink.post`. */
  readonly replaces: string | null;
}

/** Where the events of one visitor go. */
export interface EventSink {
  /**
   * Sends a frame when the client has read the ones before. While it waits, a later frame with the same `replaces` takes its place, so
   * that a slow client gets the newest and not all.
   *
   * @param replaces null: every frame is sent
   */
  post(frame: EventFrame, replaces: string | null): void;
  /** Closes the stream, after what was posted. */
  end(): void;
  /** Calls back once when the client has gone or the stream has ended. */
  onClose(listener: () => void): void;
}

/** How many streams are written to before other work has its turn: a fraction of a millisecond. A click of the presenter needs many turns. */
const SLICE = 10;

/** Gives other work of the process its turn. */
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/**
 * Posts a frame to many sinks without keeping the process from other work. Sinks that are added meanwhile get it as well.
 *
 * @param isOver asked in between; once it is true, the remaining sinks do not get the frame
 * @param pause waits in between
 * @returns whether all sinks got the frame
 */
export async function postToAll(
  sinks: ReadonlySet<EventSink>,
  { frame, replaces }: Posting,
  { isOver = () => false, pause = turn }: { readonly isOver?: () => boolean; readonly pause?: () => Promise<void> } = {},
): Promise<boolean> {
  let posted = 0;
  for (const sink of sinks) {
    sink.post(frame, replaces);
    posted += 1;
    if (posted % SLICE !== 0) continue;
    await pause();
    if (isOver()) return false;
  }
  return true;
}
