import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { TalkTakes } from '#shared/questions.ts';
import type { Talk } from '#shared/talks.ts';
import { api } from '#web/lib/trpc.ts';

export interface Takes {
  values: TalkTakes;
  change: (wish: Partial<TalkTakes>) => void;
  fault: unknown;
}

const NOTHING: TalkTakes = { takesQuestions: false, takesReactions: false };

/** What the audience may send. Before the talk, this window remembers it, for the talk that it starts. */
export function useTakes(talk: Talk | null): Takes {
  const [later, setLater] = useState(NOTHING);
  const changing = useMutation({
    mutationFn: ({ talkId, wish }: { talkId: string; wish: Partial<TalkTakes> }) => api.talks.update.mutate({ talkId, ...wish }),
  });
  const taken = talk === null ? later : { takesQuestions: talk.takesQuestions, takesReactions: talk.takesReactions };
  return {
    values: { ...taken, ...(changing.isPending && changing.variables.wish) },
    change: (wish) => {
      setLater({ ...taken, ...wish });
      if (talk !== null) changing.mutate({ talkId: talk.id, wish });
    },
    fault: changing.error,
  };
}
