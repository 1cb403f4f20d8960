import './search-field.css';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface SearchFieldProps {
  label: string;
  value: string;
  maxLength: number;
  onChange: (value: string) => void;
}

/** Delay after the last keystroke before a search is sent. */
const PAUSE_MS = 180;

export function SearchField({ label, value, maxLength, onChange }: SearchFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const [seen, setSeen] = useState(value);
  const [reported, setReported] = useState(value);

  // The address also changes by other means: back, forward, "Show all decks".
  if (value !== seen) {
    setSeen(value);
    if (value !== reported) setTyped(value);
  }

  const report = useEffectEvent((query: string) => {
    setReported(query);
    onChange(query);
  });
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => report(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, value]);

  return (
    <div className="search" role="search">
      <IconSearch size={18} aria-hidden />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={maxLength}
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
