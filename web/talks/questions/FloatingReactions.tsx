import './questions.css';
import { useEffect, useRef, useState } from 'react';
import type { Reaction, ReactionCounts } from '#shared/questions.ts';
import { REACTION_NAMES } from '#shared/reaction-names.ts';
import type { Talk } from '#shared/talks.ts';
import { useDeckEvents } from '#web/live/use-deck-events.ts';
import { REACTION_SIGNS } from './reaction-signs.ts';
import { useReactionsFloat } from './reactions-float.ts';

/** More at once would hide the slide. */
const FLOATING_MAX = 40;
/** As long as the animation in questions.css. */
const RISE_MS = 3000;

interface Floating {
  readonly id: number;
  readonly reaction: Reaction;
  /** In percent of the width. */
  readonly at: number;
  readonly delayMs: number;
}

/**
 * Reactions that rise over the slide, in the presenter view and in front of the audience, if the presenter wants them. Decoration: screen
 * readers and people who want less motion have the sums.
 *
 * @param talk the user's own talk; null if there is none
 */
export function FloatingReactions({ talk }: { talk: Talk | null }) {
  const wanted = useReactionsFloat();
  return wanted && talk !== null && talk.takesReactions ? <Rising talk={talk} /> : null;
}

function Rising({ talk }: { talk: Talk }) {
  const [floating, setFloating] = useState<readonly Floating[]>([]);
  const next = useRef(0);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const pending = timers.current;
    return () => {
      for (const timer of pending) clearTimeout(timer);
    };
  }, []);
  useDeckEvents(talk.deckId, (event) => {
    if (event.kind !== 'reactions' || event.talkId !== talk.id || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const risen = REACTION_NAMES.flatMap((reaction) =>
      Array.from({ length: Math.min(event.counts[reaction] ?? 0, FLOATING_MAX) }, () => reaction),
    )
      .slice(0, FLOATING_MAX)
      .map((reaction): Floating => ({
        id: (next.current += 1),
        reaction,
        at: 4 + Math.random() * 88,
        delayMs: Math.random() * 900,
      }));
    setFloating((before) => [...before, ...risen].slice(-FLOATING_MAX * 2));
    const ids = new Set(risen.map(({ id }) => id));
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      setFloating((before) => before.filter(({ id }) => !ids.has(id)));
    }, RISE_MS + 1000);
    timers.current.add(timer);
  });
  return (
    <div className="floating-reactions" aria-hidden>
      {floating.map(({ id, reaction, at, delayMs }) => (
        <span key={id} style={{ insetInlineStart: `${at}%`, animationDelay: `${delayMs}ms` }}>
          {REACTION_SIGNS[reaction]}
        </span>
      ))}
    </div>
  );
}

/** The sums of all reactions since the window was opened. Not announced: it changes all the time. */
export function useReactionSums(talk: Pick<Talk, 'id' | 'deckId'>): ReactionCounts {
  const [sums, setSums] = useState<ReactionCounts>({});
  useDeckEvents(talk.deckId, (event) => {
    if (event.kind !== 'reactions' || event.talkId !== talk.id) return;
    setSums((before) => {
      const after = { ...before };
      for (const reaction of REACTION_NAMES) {
        const sum = (before[reaction] ?? 0) + (event.counts[reaction] ?? 0);
        if (sum > 0) after[reaction] = sum;
      }
      return after;
    });
  });
  return sums;
}
