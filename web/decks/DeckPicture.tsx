import './deck-picture.css';
import { useState } from 'react';
import type { Deck } from '#shared/decks.ts';
import { useInView } from '#web/ui/use-in-view.ts';
import { FirstSlide } from './FirstSlide.tsx';
import { thumbnailAddress } from './thumbnail-address.ts';

/**
 * A picture of a deck: the package's thumbnail, otherwise its first slide without scripts. A beam of light is shown until the picture has
 * loaded, or if there is none. The title is below the picture, and nowhere else on the card.
 */
export function DeckPicture({ deck }: { deck: Deck }) {
  const [near, setNear] = useState(false);
  const [broken, setBroken] = useState(false);
  // Pictures far outside the visible area are removed: hundreds of live frames would slow down the browser.
  const frame = useInView(setNear, '600px');
  const thumbnail = thumbnailAddress(deck);

  return (
    <div ref={frame} className="deck-picture" style={{ '--turn': `${lightAngle(deck.fingerprint)}deg` }} aria-hidden="true">
      {near && deck.hasThumbnail && !broken && <img src={thumbnail} alt="" loading="lazy" onError={() => setBroken(true)} />}
      {near && !deck.hasThumbnail && <FirstSlide deck={deck} />}
    </div>
  );
}

/** The angle of the light behind the title, derived from the fingerprint so that it is always the same. */
function lightAngle(fingerprint: string): number {
  return (Number.parseInt(fingerprint.slice(7, 11), 16) % 120) - 60;
}
