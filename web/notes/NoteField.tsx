import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditedNote } from './edited-note.ts';
import { OwnLine } from './own-line.ts';

interface NoteFieldProps {
  page: EditedNote;
  text: string;
  /** See `NotePlace`. */
  number: number | null;
}

/** Keys that move the caret or start a new line themselves. */
const CARET_KEYS = /^(?:Arrow|Home$|End$|Page|Enter$|Backspace$|Delete$)/;

/** The text field of a note. Changes by others are inserted without moving the caret. */
export function NoteField({ page, text: stored, number }: NoteFieldProps) {
  const { t } = useTranslation();
  // Text fields use \n as line end.
  const text = stored.replaceAll(/\r\n?/g, '\n');
  const field = useRef<HTMLTextAreaElement>(null);
  const ownLine = useRef<OwnLine>(null);
  // It stays as it is: React would write a changed default value into an untouched field, and move the caret.
  const [firstText] = useState(text);

  useLayoutEffect(() => {
    if (field.current === null) return;
    ownLine.current ??= new OwnLine(field.current);
    if (field.current.value !== text) ownLine.current.show(text);
  }, [text]);
  useEffect(() => {
    // React's own event of this name is another one.
    const listen = ({ inputType, isComposing }: InputEvent): void => {
      if (inputType.startsWith('insert') && inputType !== 'insertLineBreak' && !isComposing) ownLine.current?.start();
    };
    const listened = field.current;
    listened?.addEventListener('beforeinput', listen);
    return () => listened?.removeEventListener('beforeinput', listen);
  }, []);

  return (
    <textarea
      ref={field}
      aria-label={number === null ? t('notes.ofDeck') : t('notes.of', { number })}
      placeholder={t('notes.placeholder')}
      dir="auto"
      defaultValue={firstText}
      onInput={(event) => page.edit(event.currentTarget.value)}
      onCompositionStart={() => {
        ownLine.current?.start();
        page.compose(true);
      }}
      onCompositionEnd={() => page.compose(false)}
      onPointerDown={() => ownLine.current?.forget()}
      onBlur={() => page.flush()}
      onKeyDown={({ key, currentTarget }) => {
        if (CARET_KEYS.test(key)) ownLine.current?.forget();
        if (key === 'Escape') currentTarget.blur();
      }}
    />
  );
}
