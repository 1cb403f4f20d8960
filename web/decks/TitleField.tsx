import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Deck } from '#shared/decks.ts';
import { DECK_TITLE_MAX } from '#shared/limits.ts';
import { changeDeck } from './deck-changes.ts';

/** Renames in place: Enter or leaving it keeps the new title, Escape the old one. */
export function TitleField({ deck, onDone }: { deck: Deck; onDone: () => void }) {
  const { t } = useTranslation();
  const [title, setTitle] = useState(deck.title);

  const keep = () => {
    const wanted = title.trim();
    if (wanted !== '' && wanted !== deck.title) void changeDeck(deck, { title: wanted });
    onDone();
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        keep();
      }}
    >
      <input
        className="title-field"
        dir="auto"
        aria-label={t('deck.newTitle', { title: deck.title })}
        maxLength={DECK_TITLE_MAX}
        value={title}
        // The field stands where the person has just asked for it.
        ref={(field) => field?.focus()}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTitle(event.currentTarget.value)}
        onBlur={keep}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
      />
    </form>
  );
}
