import './find-bar.css';
import { IconChevronDown, IconChevronUp, IconLayoutGrid, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { SEARCH_QUERY_MAX } from '#shared/limits.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import type { DeckPosition } from '#web/stage/position/deck-position.ts';
import { hitAfter, hitAt } from './deck-hits.ts';
import { useDeckHits } from './use-deck-hits.ts';

interface FindBarProps {
  deck: DeckDetail;
  position: Pick<DeckPosition, 'place' | 'goTo' | 'goToPlace'>;
  /** Changes whenever the user asks for the field: it takes the focus. */
  asked: number;
  /** Shows all slides that contain the text. */
  onOverview: (query: string) => void;
  onClose: () => void;
}

/** Finds a text in the deck: Enter goes to the next slide that contains it, Shift+Enter to the previous one, as in browsers. */
export function FindBar({ deck, position, asked, onOverview, onClose }: FindBarProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const { hits, isFresh, error } = useDeckHits(deck, text);
  const { place, goTo, goToPlace } = position;
  const focus = useEffectEvent((_asked: number) => {
    field.current?.focus();
    field.current?.select();
  });
  useEffect(() => focus(asked), [asked]);

  const go = (step: 1 | -1) => {
    const hit = isFresh ? hits[hitAfter(hits, place, step)] : undefined;
    if (hit === undefined) return;
    if (hit.inner === null) goTo(hit.slideIndex);
    else goToPlace({ slideIndex: hit.slideIndex, inner: { index: hit.inner, step: 0 } });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') go(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
  };
  const state = () => {
    if (text === '' || !isFresh) return null;
    if (!deck.currentVersion.current) return t('find.earlier');
    if (error !== null) return faultWords(error, t);
    if (hits.length === 0) return t('find.none');
    const at = hitAt(hits, place);
    return at === -1 ? t('find.slides', { count: hits.length }) : t('find.count', { at: at + 1, count: hits.length });
  };

  const isEmpty = hits.length === 0;
  return (
    <search className="find-bar">
      <input
        ref={field}
        type="text"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={SEARCH_QUERY_MAX}
        aria-label={t('find.title')}
        placeholder={t('find.title')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <p role="status">{state()}</p>
      <Act label={t('find.previous')} isOff={isEmpty} onAct={() => go(-1)}>
        <IconChevronUp size={18} aria-hidden />
      </Act>
      <Act label={t('find.next')} isOff={isEmpty} onAct={() => go(1)}>
        <IconChevronDown size={18} aria-hidden />
      </Act>
      <Act label={t('find.overview')} isOff={isEmpty} onAct={() => onOverview(text)}>
        <IconLayoutGrid size={18} aria-hidden />
      </Act>
      <Act label={t('shell.close')} onAct={onClose}>
        <IconX size={18} aria-hidden />
      </Act>
    </search>
  );
}

interface ActProps {
  label: string;
  isOff?: boolean;
  onAct: () => void;
  children: React.ReactNode;
}

function Act({ label, isOff = false, onAct, children }: ActProps) {
  return (
    // Not `disabled`: the button keeps the focus.
    <button
      type="button"
      className="find-button"
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      onClick={isOff ? undefined : onAct}
    >
      {children}
    </button>
  );
}
