import './sharing.css';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import type { DeckPerson } from '#shared/deck-people.ts';
import type { DeckDetail, Visibility } from '#shared/decks.ts';
import type { Person } from '#shared/people.ts';
import { changeDeck } from '#web/decks/deck-changes.ts';
import { type DeckDialog, deckDialogs } from '#web/decks/deck-dialogs.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Confirm } from '#web/ui/Confirm.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { AddPerson } from './AddPerson.tsx';
import { LeaveDeck } from './LeaveDeck.tsx';
import { DeckLinks } from './links/DeckLinks.tsx';
import { useSharing } from './use-sharing.ts';

/** With whom a deck is shared. Its owner and admins change it here; others see it and may leave the deck. */
export function ShareDialog({ deck: { id, title } }: Pick<DeckDialog, 'deck'>) {
  const { t } = useTranslation();
  const deck = useQuery(trpc.decks.get.queryOptions({ id }));
  const heading = t(deck.data?.permissions.manage === false ? 'sharing.peopleTitle' : 'sharing.title');
  return (
    <Dialog title={heading} closeLabel={t('shell.close')} onClose={deckDialogs.close}>
      <p className="share-deck" dir="auto">
        {title}
      </p>
      {deck.isError && <p role="alert">{faultWords(deck.error, t)}</p>}
      {deck.isSuccess && <Sharing deck={deck.data} />}
    </Dialog>
  );
}

function Sharing({ deck }: { deck: DeckDetail }) {
  const { t } = useTranslation();
  const sharing = useSharing(deck.id);
  const people = useInfiniteQuery(
    trpc.shares.list.infiniteQueryOptions({ id: deck.id, limit: 100 }, { getNextPageParam: ({ nextCursor }) => nextCursor }),
  );
  const items = people.data?.pages.flatMap((page) => page.items) ?? [];
  const isManager = deck.permissions.manage;
  const taken = new Set([deck.ownerId, ...items.map(({ user }) => user.id)]);
  const fault = sharing.fault ?? people.error;

  return (
    <>
      {isManager && <AddPerson taken={taken} onAdd={(user) => sharing.set({ userId: user.id, access: 'read' })} />}
      <ul className="share-people" aria-label={t('sharing.people')} aria-busy={people.isPending}>
        <OwnerRow deck={deck} />
        {items.map((person) => (
          <PersonRow key={person.user.id} deck={deck} person={person} sharing={sharing} />
        ))}
      </ul>
      {people.hasNextPage && (
        <Button variant="default" loading={people.isFetchingNextPage} onClick={() => void people.fetchNextPage()}>
          {t('shell.more')}
        </Button>
      )}
      <p role="alert" className="share-fault">
        {fault !== null && faultWords(fault, t)}
      </p>
      {isManager ? <TeamAccess deck={deck} /> : <p className="share-hint">{t(`sharing.others.${deck.visibility}`)}</p>}
      {deck.permissions.share && <DeckLinks deck={deck} />}
      <div className="share-end">
        <CopyButton text={`${location.origin}/decks/${deck.id}`} label={t('sharing.copyLink')} copiedLabel={t('shell.copied')} />
        <Button data-autofocus={!isManager} onClick={deckDialogs.close}>
          {t('sharing.done')}
        </Button>
      </div>
    </>
  );
}

/** Whether all members may see the deck. Changes at once. */
function TeamAccess({ deck }: { deck: DeckDetail }) {
  const { t } = useTranslation();
  const change = (visibility: Visibility) => void changeDeck(deck, { visibility });
  return (
    <div className="share-team">
      <Segments
        label={t('sharing.everyoneElse')}
        value={deck.visibility}
        options={(['private', 'team'] as const).map((value) => ({ value, label: t(`sharing.visibility.${value}`) }))}
        onChange={change}
      />
      <p className="share-hint">{t(`sharing.hint.${deck.visibility}`)}</p>
    </div>
  );
}

function OwnerRow({ deck: { owner } }: { deck: DeckDetail }) {
  const { t } = useTranslation();
  return (
    <li>
      <Name user={owner} />
      <span className="share-role">{t('sharing.owner')}</span>
    </li>
  );
}

interface PersonRowProps {
  deck: DeckDetail;
  person: DeckPerson;
  sharing: ReturnType<typeof useSharing>;
}

const CHOICES = ['read', 'edit', 'owner', 'none'] as const;
type Choice = (typeof CHOICES)[number];

function PersonRow({ deck, person: { user, access }, sharing }: PersonRowProps) {
  const { t } = useTranslation();
  const { user: viewer } = useRouteContext({ from: '/members' });
  const [offered, setOffered] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const isManager = deck.permissions.manage;

  const choose = (choice: Choice) => {
    if (choice === 'owner') setOffered(true);
    else if (choice === 'none') sharing.remove(user.id);
    else sharing.set({ userId: user.id, access: choice });
  };

  return (
    <li>
      <Name user={user} />
      {isManager ? (
        <select
          className="share-choice"
          aria-label={t('sharing.accessOf', { name: user.name })}
          value={access}
          disabled={sharing.isBusy}
          // The values of the options are those of `CHOICES`.
          onChange={(event) => choose(event.currentTarget.value as Choice)}
        >
          {CHOICES.map((choice) => (
            <option key={choice} value={choice}>
              {t(`sharing.choices.${choice}`)}
            </option>
          ))}
        </select>
      ) : (
        <span className="share-role">{t(`sharing.choices.${access}`)}</span>
      )}
      {!isManager && user.id === viewer.id && (
        <button type="button" className="share-leave" onClick={() => setIsLeaving(true)}>
          {t('sharing.leave')}
        </button>
      )}
      {isLeaving && <LeaveDeck deck={deck} userId={user.id} onClose={() => setIsLeaving(false)} />}
      {offered && (
        <Confirm
          title={t('sharing.ownerTitle', { name: user.name })}
          confirmLabel={t('sharing.ownerConfirm')}
          cancelLabel={t('sharing.cancel')}
          closeLabel={t('shell.close')}
          pending={sharing.isBusy}
          onConfirm={() => sharing.transfer(user.id, () => setOffered(false))}
          onClose={() => setOffered(false)}
        >
          <p>{t('sharing.ownerLead', { name: user.name, owner: deck.owner.name })}</p>
        </Confirm>
      )}
    </li>
  );
}

function Name({ user }: { user: Person }) {
  const { t } = useTranslation();
  const { user: viewer } = useRouteContext({ from: '/members' });
  const id = useId();
  return (
    <span className="share-name" id={id}>
      <span dir="auto">{user.name}</span>
      {user.id === viewer.id && <span className="share-hint"> ({t('deck.you')})</span>}
    </span>
  );
}
