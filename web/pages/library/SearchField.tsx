import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DECK_QUERY_MAX } from '#shared/limits.ts';

interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** How long somebody must have stopped typing before the server is asked. */
const PAUSE_MS = 180;

export function SearchField({ value, onChange }: SearchFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const report = useRef(onChange);
  report.current = onChange;

  // The address may change without typing: back, forward, "show all decks".
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => report.current(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, value]);

  return (
    <div className="search" role="search">
      <IconSearch size={18} aria-hidden />
      <input
        ref={field}
        type="search"
        aria-label={t('library.search')}
        placeholder={t('library.search')}
        maxLength={DECK_QUERY_MAX}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && setTyped('')}
      />
      {typed !== '' && (
        <button
          type="button"
          aria-label={t('library.clearSearch')}
          onClick={() => {
            setTyped('');
            field.current?.focus();
          }}
        >
          <IconX size={16} aria-hidden />
        </button>
      )}
    </div>
  );
}
