import { IconLock, IconUsers } from '@tabler/icons-react';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Deck } from '#shared/decks.ts';
import { DECK_TITLE_MAX } from '#shared/limits.ts';
import { changeDeck } from '#web/decks/deck-changes.ts';
import { DeckMenu } from '#web/deck-menu/DeckMenu.tsx';
import { DeckPicture } from '#web/decks/DeckPicture.tsx';
import { formatSince } from '#web/lib/format.ts';
import { RenameField } from '#web/ui/RenameField.tsx';
import { useFocusHandover } from '#web/ui/use-focus-handover.ts';

/** A deck in the library: its picture and its title. The whole card is one link. */
export function DeckCard({ deck }: { deck: Deck }) {
  const { t } = useTranslation();
  const { user } = useRouteContext({ from: '/members' });
  const [renaming, setRenaming] = useState(false);
  const owner = deck.ownerId === user.id ? t('deck.you') : deck.owner.name;
  const Visibility = deck.visibility === 'team' ? IconUsers : IconLock;
  const seenBy = t(`deck.visibilityOf.${deck.visibility}`, { owner });

  return (
    <li ref={useFocusHandover()} className="deck-card">
      <DeckPicture deck={deck} />
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
          <h2 dir="auto">
            <Link to="/decks/$deckId" params={{ deckId: deck.id }} viewTransition>
              {deck.title}
            </Link>
          </h2>
        )}
        <p className="deck-card-facts">
          <span className="deck-card-seen" title={seenBy}>
            <Visibility size={14} aria-hidden />
            <span className="visually-hidden">{seenBy}</span>
          </span>
          <span>{owner}</span>
          <span>{t('deck.slides', { count: deck.slideCount })}</span>
          <span>{formatSince(deck.updatedAt)}</span>
        </p>
        <DeckMenu deck={deck} onRename={() => setRenaming(true)} />
      </div>
    </li>
  );
}
