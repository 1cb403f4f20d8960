import './sharing.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeckAccess, Member } from '#shared/deck-people.ts';
import type { Deck, Visibility } from '#shared/decks.ts';
import { readDeckListsAgain } from '#web/decks/deck-lists.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { api } from '#web/lib/trpc.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Choice, Segments } from '#web/ui/Segments.tsx';
import { toastStore } from '#web/ui/toast-store.ts';
import { AddPerson } from './AddPerson.tsx';

interface ShareSeveralDialogProps {
  decks: readonly Deck[];
  onClose: () => void;
  /** Called when the decks are shared. */
  onDone: () => void;
}

/** Shares several decks with the same people, or changes whether the team sees them. Decks of others stay as they are. */
export function ShareSeveralDialog({ decks, onClose, onDone }: ShareSeveralDialogProps) {
  const { t } = useTranslation();
  const own = decks.filter(({ permissions }) => permissions.manage);
  const [people, setPeople] = useState<readonly Member[]>([]);
  const [access, setAccess] = useState<DeckAccess>('read');
  const [visibility, setVisibility] = useState<Visibility | 'kept'>('kept');
  const share = useSubmit({
    mutationFn: async () => {
      for (const deck of own) {
        for (const { id: userId } of people)
          if (userId !== deck.ownerId) await api.shares.set.mutate({ id: deck.id, userId, access });
        if (visibility !== 'kept' && visibility !== deck.visibility) await api.decks.update.mutate({ id: deck.id, visibility });
      }
    },
    onSuccess: () => {
      toastStore.show({ text: t('selection.shared', { count: own.length }) });
      onDone();
    },
    onSettled: readDeckListsAgain,
  });
  const left = decks.length - own.length;
  return (
    <Dialog title={t('selection.shareTitle', { count: own.length })} closeLabel={t('shell.close')} onClose={onClose}>
      {left > 0 && <p className="share-hint">{t('selection.notYours', { count: left })}</p>}
      <AddPerson taken={new Set(people.map(({ id }) => id))} onAdd={(member) => setPeople([...people, member])} />
      {people.length > 0 && (
        <>
          <ul className="share-people" aria-label={t('sharing.people')}>
            {people.map(({ id, name }) => (
              <li key={id}>
                <span className="share-name" dir="auto">
                  {name}
                </span>
                <button type="button" className="share-leave" onClick={() => setPeople(people.filter((each) => each.id !== id))}>
                  {t('selection.removePerson', { name })}
                </button>
              </li>
            ))}
          </ul>
          <Segments
            label={t('selection.access')}
            value={access}
            options={(['read', 'edit'] as const).map((value) => ({ value, label: t(`sharing.choices.${value}`) }))}
            onChange={setAccess}
          />
        </>
      )}
      <Choice
        label={t('sharing.everyoneElse')}
        value={visibility}
        options={(['kept', 'private', 'team'] as const).map((value) => ({
          value,
          label: value === 'kept' ? t('selection.keepVisibility') : t(`sharing.visibility.${value}`),
        }))}
        onChange={setVisibility}
      />
      <p role="alert" className="share-fault">
        {share.error !== null && faultWords(share.error, t)}
      </p>
      <div className="share-end">
        <Button variant="default" onClick={onClose}>
          {t('selection.cancel')}
        </Button>
        <Button loading={share.isPending} disabled={people.length === 0 && visibility === 'kept'} onClick={() => share.mutate()}>
          {t('selection.share')}
        </Button>
      </div>
    </Dialog>
  );
}
