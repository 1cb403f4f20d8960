import type { DeckEvent, UnfinishedStroke } from '#shared/live.ts';
import type { Person } from '#shared/people.ts';

/** A stroke that someone is drawing in another window. */
export interface StrokeInProgress {
  /** Which window of which person: no one can replace or cancel a stroke of another person. */
  readonly window: string;
  readonly slideIndex: number;
  readonly author: Person;
  readonly stroke: UnfinishedStroke;
  /** When it was last received, as `performance.now()`. */
  readonly receivedAt: number;
}

interface Receiver {
  readonly clientId: string;
  readonly versionId: string;
  readonly now: number;
}

/** The strokes in progress after an event, the one without news for longest first. A window draws one stroke at a time. */
export function afterEvent(
  strokes: readonly StrokeInProgress[],
  event: DeckEvent,
  { clientId: ownClientId, versionId, now: receivedAt }: Receiver,
): readonly StrokeInProgress[] {
  switch (event.kind) {
    case 'lost':
      return [];
    case 'ink': {
      const stored = new Set([...event.drawn.map(({ id }) => id), ...event.erased]);
      const left = strokes.filter(({ stroke }) => !stored.has(stroke.id));
      return left.length === strokes.length ? strokes : left;
    }
    case 'drawing': {
      const { clientId, slideIndex, author, stroke } = event;
      if (clientId === ownClientId || event.versionId !== versionId) return strokes;
      const window = `${author.id} ${clientId}`;
      const others = strokes.filter((each) => each.window !== window);
      return stroke === null ? others : [...others, { window, slideIndex, author, stroke, receivedAt }];
    }
    default:
      return strokes;
  }
}
