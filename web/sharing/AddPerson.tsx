import './sharing.css';
import { IconUserPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Member } from '#shared/deck-people.ts';
import { PEOPLE_QUERY_MAX } from '#shared/limits.ts';
import { trpc } from '#web/lib/trpc.ts';

interface AddPersonProps {
  /** Default: that people are added. */
  label?: string;
  /** Ids of users who are not offered. */
  taken: ReadonlySet<string>;
  onAdd: (member: Member) => void;
}

/** Members asked for at once: five are shown, and some of them may be taken. */
const FOUND_MAX = 20;
const SHOWN_MAX = 5;

/** A field that finds members by name or address; choosing one adds them. The combobox pattern of the ARIA guide, without a popup. */
export function AddPerson({ label, taken, onAdd }: AddPersonProps) {
  const { t } = useTranslation();
  const words = label ?? t('sharing.add');
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const query = typed.trim();
  const found = useQuery({
    ...trpc.members.list.queryOptions({ query, limit: FOUND_MAX }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  const offered = query === '' ? [] : (found.data?.items ?? []).filter(({ id }) => !taken.has(id)).slice(0, SHOWN_MAX);
  const chosen = Math.min(at, offered.length - 1);

  const type = (text: string) => {
    setTyped(text);
    setAt(0);
  };
  const add = (member: Member) => {
    type('');
    onAdd(member);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const member = offered[chosen];
    if (event.key === 'ArrowDown') setAt((chosen + 1) % Math.max(offered.length, 1));
    else if (event.key === 'ArrowUp') setAt((chosen - 1 + offered.length) % Math.max(offered.length, 1));
    else if (event.key === 'Enter' && member !== undefined) add(member);
    else if (event.key === 'Escape' && typed !== '') type('');
    else return;
    event.preventDefault();
  };

  return (
    <div className="share-add">
      <div className="share-field">
        <IconUserPlus size={18} aria-hidden />
        <input
          type="text"
          role="combobox"
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          aria-label={words}
          aria-autocomplete="list"
          aria-expanded={offered.length > 0}
          aria-controls={listId}
          aria-activedescendant={offered.length > 0 ? `${listId}-${chosen}` : undefined}
          placeholder={words}
          maxLength={PEOPLE_QUERY_MAX}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={listId} role="listbox" aria-label={t('sharing.found')} className="share-found" hidden={offered.length === 0}>
        {offered.map((member, index) => (
          <button
            key={member.id}
            type="button"
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onPointerMove={() => setAt(index)}
            onClick={() => add(member)}
          >
            <span dir="auto">{member.name}</span>
            <span className="share-hint">{member.email}</span>
          </button>
        ))}
      </div>
      <p role="status" className="share-none">
        {query !== '' && found.isSuccess && !found.isPlaceholderData && offered.length === 0 && t('sharing.none')}
      </p>
    </div>
  );
}
