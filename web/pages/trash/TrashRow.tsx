import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import type { TrashedDeck } from '#shared/trash.ts';
import { readDeckListsAgain } from '#web/decks/deck-lists.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { formatDate, formatMoment, formatSince } from '#web/lib/format.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { toastStore } from '#web/ui/toast-store.ts';
import { useFocusHandover } from '#web/ui/use-focus-handover.ts';
import { PurgeDeck } from './PurgeDeck.tsx';

export function TrashRow({ deck }: { deck: TrashedDeck }) {
  const { t } = useTranslation();
  const { user } = useRouteContext({ from: '/members' });
  const [isPurging, setIsPurging] = useState(false);
  const { title, deletedAt, deletedBy, purgeAt } = deck;
  const restore = useSubmit(
    trpc.trash.restore.mutationOptions({
      onSuccess: () => toastStore.show({ text: t('deck.restored', { title }) }),
      onError: (thrown) => toastStore.fault(faultWords(thrown, t)),
      onSettled: readDeckListsAgain,
    }),
  );
  const since = formatSince(deletedAt);
  const facts = [
    ...(deck.ownerId === user.id ? [] : [t('trashPage.ownedBy', { name: deck.owner.name })]),
    t('deck.slides', { count: deck.shownSlideCount ?? deck.slideCount }),
    deletedBy.id === user.id ? t('trashPage.deleted', { since }) : t('trashPage.deletedBy', { since, name: deletedBy.name }),
  ];
  return (
    <li ref={useFocusHandover()} className="ledger-row trash-row">
      <div className="ledger-what">
        <p className="trash-title" dir="auto">
          {title}
        </p>
        <p className="facts ledger-hint" title={formatMoment(deletedAt)}>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </div>
      <p className="ledger-hint trash-until">
        <time dateTime={purgeAt} title={formatMoment(purgeAt)}>
          {t('trashPage.until', { date: formatDate(purgeAt) })}
        </time>
      </p>
      <div className="trash-choices">
        <Button
          variant="default"
          size="small"
          aria-label={t('trashPage.restoreOf', { title })}
          // Not `disabled`, which would drop the focus before it can move to the neighbour.
          aria-disabled={restore.isPending}
          onClick={() => restore.isPending || restore.mutate({ deckId: deck.id })}
        >
          {t('trashPage.restore')}
        </Button>
        <button
          type="button"
          className="ledger-end"
          aria-label={t('trashPage.purgeOf', { title })}
          onClick={() => setIsPurging(true)}
        >
          {t('trashPage.purge')}
        </button>
      </div>
      {isPurging && <PurgeDeck deck={deck} onDone={() => setIsPurging(false)} />}
    </li>
  );
}
