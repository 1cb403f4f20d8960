import './deck-picture.css';
import { useState } from 'react';
import type { Deck } from '#shared/decks.ts';
import { useInView } from '#web/ui/use-in-view.ts';
import { FirstSlide } from './FirstSlide.tsx';

/**
 * A deck at a glance: the package's own thumbnail, else its first slide without scripts, else, and until
 * one of them is there, its title on a stage of its own.
 */
export function DeckPicture({ deck }: { deck: Deck }) {
  const [near, setNear] = useState(false);
  const [broken, setBroken] = useState(false);
  // Left far behind, a picture is let go: hundreds of live frames would be a burden.
  const frame = useInView(setNear, '600px');
  const thumbnail = `/api/decks/${deck.id}/thumbnail?v=${deck.fingerprint.slice(7, 19)}`;

  return (
    <div ref={frame} className="deck-picture" style={{ '--turn': `${lightAngle(deck.fingerprint)}deg` }} aria-hidden="true">
      <span className="deck-picture-title" dir="auto">
        {deck.title}
      </span>
      {near && deck.hasThumbnail && !broken && <img src={thumbnail} alt="" loading="lazy" onError={() => setBroken(true)} />}
      {near && !deck.hasThumbnail && <FirstSlide deck={deck} />}
    </div>
  );
}

/** Every deck is lit from a side of its own, always the same. */
function lightAngle(fingerprint: string): number {
  return (Number.parseInt(fingerprint.slice(7, 11), 16) % 120) - 60;
}
