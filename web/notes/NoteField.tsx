import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { textChanges } from './merge-texts.ts';
import type { EditedNote } from './edited-note.ts';

interface NoteFieldProps {
  page: EditedNote;
  text: string;
  /** See `NotePlace`. */
  number: number | null;
}

/** The text field of a note. Changes by others are inserted without moving the caret. */
export function NoteField({ page, text: stored, number }: NoteFieldProps) {
  const { t } = useTranslation();
  // Text fields use \n as line end.
  const text = stored.replaceAll(/\r\n?/g, '\n');
  const field = useRef<HTMLTextAreaElement>(null);

  useLayoutEffect(() => {
    if (field.current !== null && field.current.value !== text) change(field.current, text);
  }, [text]);

  return (
    <textarea
      ref={field}
      aria-label={number === null ? t('notes.ofDeck') : t('notes.of', { number })}
      placeholder={t('notes.placeholder')}
      dir="auto"
      defaultValue={text}
      onInput={(event) => page.edit(event.currentTarget.value)}
      onCompositionStart={() => page.compose(true)}
      onCompositionEnd={() => page.compose(false)}
      onBlur={() => page.flush()}
      onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
    />
  );
}

/** Changes only the pieces that differ, so the browser keeps caret and selection in place. */
function change(field: HTMLTextAreaElement, text: string): void {
  for (const { start, end, text: piece } of textChanges(field.value, text)) field.setRangeText(piece, start, end, 'preserve');
}
