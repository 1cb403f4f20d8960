import './remove-account.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Person } from '#shared/people.ts';
import { leaveForGood, ownUser } from '#web/lib/session.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { ConfirmForm } from '#web/pages/two-factor/ConfirmForm.tsx';
import { AddPerson } from '#web/sharing/AddPerson.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Choice } from '#web/ui/Segments.tsx';

const CHOICES = ['give', 'delete'] as const;
type DeckChoice = (typeof CHOICES)[number];

/** Asks what happens to the user's decks, says what stays, and deletes the account. */
export function RemoveAccount({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const decks = useQuery(trpc.decks.list.queryOptions({ owner: 'me', limit: 1 }));
  const [choice, setChoice] = useState<DeckChoice>('give');
  const [heir, setHeir] = useState<Person | null>(null);
  const [isHeirMissing, setHeirMissing] = useState(false);
  const remove = useSubmit(trpc.ownAccount.remove.mutationOptions({ onSuccess: leaveForGood }));
  // Until the answer is there, and if there is none, the choice is asked for.
  const hasDecks = decks.data?.items.length !== 0;
  const givesDecks = hasDecks && choice === 'give';
  const submit = (confirmation: { password?: string }) => {
    setHeirMissing(givesDecks && heir === null);
    if (givesDecks && heir === null) return;
    remove.mutate({ ...confirmation, decksTo: givesDecks && heir !== null ? heir.id : null });
  };
  return (
    <Dialog title={t('profile.leaveTitle')} closeLabel={t('shell.close')} onClose={onClose}>
      <div className="leave">
        <p>
          <strong>{t('profile.leaveAccess')}</strong>
        </p>
        <p>{t('profile.leaveStays')}</p>
        {hasDecks && (
          <Choice
            label={t('profile.leaveDecks')}
            value={choice}
            options={CHOICES.map((value) => ({ value, label: t(`profile.leaveChoices.${value}`) }))}
            startsFocused
            onChange={setChoice}
          >
            <p className="leave-hint">{t(choice === 'give' ? 'profile.leaveGiveHint' : 'profile.leaveDeleteHint')}</p>
          </Choice>
        )}
        {givesDecks && <Heir heir={heir} onChange={setHeir} />}
        <p role="alert" className="form-fault">
          {isHeirMissing && givesDecks && heir === null && t('profile.leaveNoHeir')}
        </p>
        <ConfirmForm
          label={t('profile.leaveNow')}
          variant="danger"
          pending={remove.isPending || remove.isSuccess}
          fault={remove.error}
          onSubmit={submit}
        />
      </div>
    </Dialog>
  );
}

/** Who gets the decks: a field that finds people, or the person who was found. */
function Heir({ heir, onChange }: { heir: Person | null; onChange: (heir: Person | null) => void }) {
  const { t } = useTranslation();
  if (heir === null) return <AddPerson label={t('profile.leaveWho')} taken={new Set([ownUser().id])} onAdd={onChange} />;
  return (
    <div className="leave-heir">
      <p role="status" dir="auto">
        {t('profile.leaveHeir', { name: heir.name })}
      </p>
      <Button ref={focusAtOnce} variant="default" size="small" onClick={() => onChange(null)}>
        {t('profile.leaveOtherHeir')}
      </Button>
    </div>
  );
}

/** The field that had the focus is gone. */
function focusAtOnce(button: HTMLButtonElement | null): void {
  button?.focus();
}
