import './palette.css';
import { useQuery } from '@tanstack/react-query';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SEARCH_QUERY_MAX } from '#shared/limits.ts';
import { continuedQuery } from '#web/decks/continued.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { ownUser } from '#web/lib/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { type Choice, choiceAfter, choiceAmong } from './choice.ts';
import { generalCommands } from './general-commands.ts';
import type { PaletteHere } from './palette-command.ts';
import { beginsCommand, groupsAtFirst, groupsFor } from './palette-items.ts';
import { optionId, PaletteList } from './PaletteList.tsx';
import { useFound } from './use-found.ts';

interface PaletteProps {
  here: PaletteHere | undefined;
  onClose: () => void;
}

/** Finds decks, slides and commands. Enter runs what is selected at that moment, and nothing that arrives later. */
export function Palette({ here, onClose }: PaletteProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const commands = useMemo(
    () => [...(here?.commands ?? []), ...generalCommands(t, router, ownUser())],
    [t, router, here?.commands],
  );
  const { found, isFresh, error, retry } = useFound(text);
  const recent = useQuery(continuedQuery());
  const opened = recent.data?.items.map(({ deck }) => deck).filter(({ id }) => id !== here?.deckId) ?? [];
  const groups = text === '' ? groupsAtFirst(opened, commands) : groupsFor(text, found, commands);

  const keys = groups.flatMap(({ items }) => items.map(({ key }) => key));
  const isFirstFinal = text === '' ? !recent.isPending : isFresh || beginsCommand(commands, text);
  const [made, setMade] = useState<Choice | null>(null);
  const choice = choiceAmong(made, { text, keys, isFirstFinal });
  if (choice !== made) setMade(choice);
  const selectedId = choice.key === null ? undefined : optionId(listId, choice.key);
  useEffect(() => {
    if (selectedId !== undefined) document.getElementById(selectedId)?.scrollIntoView({ block: 'nearest' });
  }, [selectedId]);

  const open = useCallback((dialog: HTMLDialogElement | null) => {
    dialog?.showModal();
    // Close before unmounting, so that the browser restores the focus.
    return () => dialog?.close();
  }, []);
  const choose = (run?: () => void) => {
    onClose();
    run?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      setMade(choiceAfter(choice, keys, event.key === 'ArrowDown' ? 1 : -1));
    else if (event.key === 'Enter') clickOn(selectedId, event);
    else return;
    event.preventDefault();
  };

  const count = keys.length;
  const isNothing = isFresh && error === null && count === 0;
  const suggestion = isFresh ? found.suggestion : null;
  const status =
    suggestion !== null
      ? t('palette.corrected', { text, suggestion })
      : isNothing
        ? t('palette.nothing', { text })
        : isFresh && error === null
          ? t('palette.count', { count })
          : null;
  return (
    <dialog
      ref={open}
      className="palette"
      aria-label={t('shell.search')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Browsers close the dialog if Escape is pressed repeatedly, even if `cancel` was prevented.
      onClose={onClose}
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="palette-content">
        <search className="palette-head">
          <IconSearch size={20} aria-hidden />
          <input
            ref={field}
            type="text"
            role="combobox"
            enterKeyHint="go"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={SEARCH_QUERY_MAX}
            aria-label={t('palette.field')}
            aria-autocomplete="list"
            aria-expanded={count > 0}
            aria-controls={listId}
            aria-activedescendant={selectedId}
            placeholder={t('palette.field')}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <button type="button" className="palette-close" aria-label={t('shell.close')} onClick={onClose}>
            <IconX size={20} aria-hidden />
          </button>
        </search>
        <p className={count > 0 && suggestion === null ? 'visually-hidden' : 'palette-state'} role="status">
          {status}
        </p>
        <PaletteList id={listId} groups={groups} selected={choice.key} isStale={!isFresh} here={here} onChoose={choose} />
        {isNothing && <p className="palette-hint">{t('palette.nothingHint')}</p>}
        {error !== null && (
          <p className="palette-state" role="alert">
            {faultWords(error, t)}{' '}
            <Button
              variant="default"
              size="small"
              onClick={() => {
                field.current?.focus();
                retry();
              }}
            >
              {t('shell.tryAgain')}
            </Button>
          </p>
        )}
      </div>
    </dialog>
  );
}

/** Clicks the element that is selected on the screen, with the keys that are held, so that Ctrl+Enter opens another tab. */
function clickOn(id: string | undefined, { ctrlKey, metaKey, shiftKey }: KeyboardEvent): void {
  if (id === undefined) return;
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey });
  document.getElementById(id)?.dispatchEvent(click);
}
