import type { Stroke } from './ink.ts';
import type { Place } from './place.ts';
import type { ShownQuestion } from './questions.ts';
import type { Laser, Talk } from './talks.ts';

/** A talk as visitors see it whose link is open for its audience. Names only: nothing here is an id of a person or a deck. */
export type AudienceTalk =
  /** It has not begun. `beginsAt` is when it is to begin; null: that is not said. */
  | { readonly state: 'waiting'; readonly presenter: string; readonly beginsAt: string | null }
  /**
   * - `live`: it is going on.
   * - `away`: the presenter has lost the connection and may come back.
   * - `over`: it has ended.
   */
  | {
      readonly state: 'live' | 'away' | 'over';
      /** Tells one talk from another. */
      readonly id: string;
      readonly presenter: string;
      readonly place: Place;
      readonly blank: Talk['blank'];
      /** The short address of the link, while `blank` is `address`. Otherwise null. */
      readonly address: string | null;
      /** The question that is shown in place of the slide, while `blank` is `question`. Otherwise null. */
      readonly question: ShownQuestion | null;
      /** What visitors may send. */
      readonly takesQuestions: boolean;
      readonly takesReactions: boolean;
      /** Counts the changes of the talk. A smaller one than the last is late news. */
      readonly revision: number;
    };

/** A stroke as visitors see it. */
export type AudienceStroke = Omit<Stroke, 'author'> & { readonly author: { readonly name: string } };

/** What was drawn and erased on a slide during a talk. */
export interface AudienceInk {
  readonly slideIndex: number;
  readonly drawn: readonly AudienceStroke[];
  /** The ids of strokes. */
  readonly erased: readonly string[];
}

/**
 * The data of the event `talk`. `live` says whether a talk is going on. Beside it is one of these:
 * - `talk`: the talk as it is now. It is sent at the beginning of the stream, if the link is open for an audience, and after every
 *   change. Null: the link is not open for an audience any more.
 * - `laser`: where the presenter points. Sent a few times each second at most.
 * - `ink`: what has changed in the drawings, if the link shows drawings. Null: they must be read again.
 * - `questions`: the questions have changed. `open` are those without an answer. Pages that show them ask again, at a random time within
 *   `withinMs`, so that they do not all ask at once.
 *
 * A client that reads slowly gets only the last `talk`, `laser` and `questions`, and all `ink`.
 */
export type TalkEvent = { readonly live: boolean } & (
  | { readonly talk: AudienceTalk | null }
  | { readonly laser: Laser }
  | { readonly ink: AudienceInk | null }
  | { readonly questions: { readonly open: number; readonly withinMs: number } }
);
