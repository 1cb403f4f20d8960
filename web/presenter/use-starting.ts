import { useEffect, useState } from 'react';
import type { TalkTakes } from '#shared/questions.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { isRehearsal } from '#web/talks/presenter-window.ts';
import type { Talks } from '#web/talks/use-talks.ts';

/** How long to wait for the player that opened this window to start the talk. */
const OPENER_MS = 5000;

interface Starting {
  pending: boolean;
  fault: unknown;
  start: () => void;
}

/**
 * Starts the talk on request, with what it takes from the audience. If the player opened this window to go live, it is starting the talk already, so this waits for it.
 */
export function useStarting({ mine, start }: Talks, { takesQuestions, takesReactions }: TalkTakes): Starting {
  const [expected, setExpected] = useState(() => window.opener !== null && !isRehearsal());
  const starting = useSubmit({ mutationFn: () => start({ takesQuestions, takesReactions }) });
  const begun = mine !== null;
  useEffect(() => {
    const timer = setTimeout(() => setExpected(false), begun ? 0 : OPENER_MS);
    return () => clearTimeout(timer);
  }, [begun]);
  return {
    pending: starting.isPending || (expected && !begun),
    fault: starting.error,
    start: starting.mutate,
  };
}
