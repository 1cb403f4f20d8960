import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { continuedQuery } from '#web/decks/continued.ts';
import { trpc } from '#web/lib/trpc.ts';
import type { Deck } from '#shared/decks.ts';
import type { ContinuedDeck } from '#shared/openings.ts';
import { DeckCard } from './DeckCard.tsx';
import { isWholeLibrary, type LibrarySearch } from './library-search.ts';
import { LiveTalks } from './LiveTalks.tsx';

/** What the library shows above the list of decks. */
export interface LibrarySections {
  /** Whether the sections are not known yet. Until then nothing is shown, so that nothing moves. */
  readonly isWaiting: boolean;
  readonly above: ReactNode;
  /** The heading of the list below; null if there is no section above it. */
  readonly title: string | null;
  /** The decks that are in a section, and not in the list below. */
  readonly opened: readonly Deck[];
}

/** No sections, for pages that show only a list. */
export const NO_SECTIONS: LibrarySections = { isWaiting: false, above: null, title: null, opened: [] };

/**
 * The sections of the library: talks that are running, and the decks that the user opened last. They are only there if nothing is
 * searched, filtered or sorted. A section that cannot be read counts as empty.
 */
export function useLibrarySections(search: LibrarySearch): LibrarySections {
  const { t } = useTranslation();
  const enabled = isWholeLibrary(search);
  const live = useQuery({ ...trpc.talks.live.queryOptions(), enabled });
  const continued = useQuery({ ...continuedQuery(), enabled });
  const talks = (enabled && live.data?.items) || [];
  const opened = (enabled && continued.data?.items) || [];
  return {
    isWaiting: enabled && (live.isPending || continued.isPending),
    above: (
      <>
        {talks.length > 0 && <LiveTalks talks={talks} />}
        {opened.length > 0 && <Continued decks={opened} />}
      </>
    ),
    title: talks.length + opened.length > 0 ? t('library.sections.recent') : null,
    opened: opened.map(({ deck }) => deck),
  };
}

function Continued({ decks }: { decks: readonly ContinuedDeck[] }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className="library-section" aria-labelledby={id}>
      <h2 id={id}>{t('library.sections.continue')}</h2>
      <ul className="deck-grid deck-grid-continue" aria-labelledby={id}>
        {decks.map(({ deck, ...opening }) => (
          <DeckCard key={deck.id} deck={deck} opening={opening} heading="h3" />
        ))}
      </ul>
    </section>
  );
}
