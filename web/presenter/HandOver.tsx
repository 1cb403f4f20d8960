import { IconArrowsExchange } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import type { Talk } from '#shared/talks.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { type Attendee, attendeesOf } from '#web/talks/window/audience.ts';
import type { Talks } from '#web/talks/use-talks.ts';
import { Dialog } from '#web/ui/Dialog.tsx';

/** Lets the presenter hand the talk over to a person who has the deck open. */
export function HandOver({ talk, talks }: { talk: Talk; talks: Talks }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const giving = useSubmit({
    mutationFn: talks.handOver,
    onSuccess: () => setOpen(false),
  });
  const people = attendeesOf(talk, talks.presence);
  return (
    <>
      <button type="button" className="head-act" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <IconArrowsExchange size={18} aria-hidden />
        <span>{t('presenter.handOver')}</span>
      </button>
      {open && (
        <Dialog title={t('presenter.handOverTitle')} closeLabel={t('shell.close')} onClose={() => setOpen(false)}>
          <p>{t(people.length === 0 ? 'presenter.handOverNobody' : 'presenter.handOverLead')}</p>
          <ul className="attendees">
            {people.map((attendee) => (
              <Choice key={attendee.person.id} attendee={attendee} pending={giving.isPending} onChoose={giving.mutate} />
            ))}
          </ul>
          {giving.isError && <p role="alert">{t('presenter.failed', { reason: faultWords(giving.error, t) })}</p>}
        </Dialog>
      )}
    </>
  );
}

interface ChoiceProps {
  attendee: Attendee;
  pending: boolean;
  onChoose: (userId: string) => void;
}

function Choice({ attendee: { person, follows }, pending, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  return (
    <li>
      <Avatar person={person} />
      <span className="attendee">
        <strong dir="auto">{person.name}</strong> {t(follows ? 'presenter.follows' : 'presenter.looks')}
      </span>
      <Button
        variant="default"
        disabled={pending}
        onClick={() => onChoose(person.id)}
        aria-label={t('presenter.handOverTo', { name: person.name })}
      >
        {t('presenter.handOver')}
      </Button>
    </li>
  );
}
