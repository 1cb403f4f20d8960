import { IconCheck, IconLock, IconStar, IconStarFilled, IconUsers } from '@tabler/icons-react';
import { Link, useRouteContext } from '@tanstack/react-router';
import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Deck } from '#shared/decks.ts';
import type { Opening } from '#shared/openings.ts';
import { DECK_TITLE_MAX } from '#shared/limits.ts';
import { changeDeck, starDeck } from '#web/decks/deck-changes.ts';
import { DeckMenu } from '#web/deck-menu/DeckMenu.tsx';
import { CardPicture } from '#web/decks/CardPicture.tsx';
import { formatSince } from '#web/lib/format.ts';
import { useCardSelection } from '#web/selection/use-card-selection.ts';
import { RenameField } from '#web/ui/RenameField.tsx';
import { useFocusHandover } from '#web/ui/use-focus-handover.ts';
import { slideCountOf, slideNumberOf } from './card-facts.ts';

interface DeckCardProps {
  deck: Deck;
  /** The level of its title. */
  heading: 'h2' | 'h3';
  /** Where the user left the deck, to continue there. Without it, the card says whose the deck is and when it was changed. */
  opening?: Opening;
  /** Its place in a list of which only a part is rendered. */
  place?: { style: CSSProperties; 'data-index': number; 'aria-posinset': number; 'aria-setsize': number };
}

/** A deck in the library: its picture and its title. The whole card is one link. */
export function DeckCard({ deck, heading: Heading, opening, place }: DeckCardProps) {
  const { t } = useTranslation();
  const { user } = useRouteContext({ from: '/members' });
  const selecting = useCardSelection(deck);
  const [renaming, setRenaming] = useState(false);
  const owner = deck.ownerId === user.id ? t('deck.you') : deck.owner.name;
  const Visibility = deck.visibility === 'team' ? IconUsers : IconLock;
  const seenBy = t(`deck.visibilityOf.${deck.visibility}`, { owner });

  return (
    <li
      ref={useFocusHandover()}
      className="deck-card"
      data-selected={selecting.isSelected}
      data-selecting={selecting.isSelecting}
      {...place}
    >
      <CardPicture deck={deck} />
      <label className="deck-select">
        <input
          type="checkbox"
          aria-label={t('deck.select', { title: deck.title })}
          checked={selecting.isSelected}
          readOnly
          onClick={selecting.choose}
        />
        <IconCheck size={16} aria-hidden />
      </label>
      <div className="deck-card-foot">
        {renaming ? (
          <RenameField
            name={deck.title}
            label={t('deck.newTitle', { title: deck.title })}
            maxLength={DECK_TITLE_MAX}
            onRename={(title) => void changeDeck(deck, { title })}
            onDone={() => setRenaming(false)}
          />
        ) : (
          <Heading dir="auto">
            <Link to="/decks/$deckId" params={{ deckId: deck.id }} viewTransition {...selecting.link}>
              {deck.title}
            </Link>
          </Heading>
        )}
        <p className="facts deck-card-facts">
          <span>
            <span className="deck-card-seen" title={seenBy}>
              <Visibility size={14} aria-hidden />
              <span className="visually-hidden">{seenBy}</span>
            </span>
            {opening === undefined ? owner : t('library.sections.left', slideNumberOf(opening, deck))}
          </span>
          {opening === undefined && <span>{t('deck.slides', { count: slideCountOf(deck) })}</span>}
          <span>{formatSince(opening?.openedAt ?? deck.updatedAt)}</span>
        </p>
        <StarButton deck={deck} />
        <DeckMenu deck={deck} onRename={() => setRenaming(true)} />
      </div>
    </li>
  );
}

/** Stars the deck with one click. While the deck has no star, a mouse must be over the card to see it. */
function StarButton({ deck }: { deck: Deck }) {
  const { t } = useTranslation();
  const Star = deck.starred ? IconStarFilled : IconStar;
  return (
    <button
      type="button"
      className="menu-button deck-star"
      aria-pressed={deck.starred}
      aria-label={t('deck.starOf', { title: deck.title })}
      onClick={() => void starDeck(deck)}
    >
      <Star size={18} aria-hidden />
    </button>
  );
}
