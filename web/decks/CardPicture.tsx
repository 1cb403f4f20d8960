import { Suspense } from 'react';
import type { Deck } from '#shared/decks.ts';
import { whenConnected } from '#web/lib/when-connected.ts';
import { lazyPart } from '#web/lib/page/lazy-part.tsx';
import { DeckPicture } from './DeckPicture.tsx';

const RenderingState = lazyPart(
  async () => (await whenConnected(() => import('#web/stage/rendering/RenderingState.tsx'))).RenderingState,
);

/** The picture of a deck with, until its slides have pictures, how far these are. */
export function CardPicture({ deck }: { deck: Deck }) {
  return (
    <div className="card-picture">
      <DeckPicture deck={deck} />
      {deck.shownSlideCount === null && (
        <Suspense fallback={null}>
          <RenderingState deckId={deck.id} versionId={deck.currentVersionId} />
        </Suspense>
      )}
    </div>
  );
}
