import '#web/notes/notes.css';
import { IconTextDecrease, IconTextIncrease } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { readSetting, writeSetting } from '#web/lib/settings.ts';
import { ControlButton } from '#web/stage/controls/ControlButton.tsx';
import type { NotePlace } from '#web/stage/position/inner-slides.ts';
import type { NoteBook } from '#web/notes/note-book.ts';
import { SlideNote } from '#web/notes/SlideNote.tsx';
import { WholeNote } from '#web/notes/WholeNote.tsx';

interface PresenterNotesProps {
  deck: DeckDetail;
  book: NoteBook;
  /** Null until it is known. */
  place: NotePlace | null;
  section: RefObject<HTMLElement | null>;
  /** What is said about the slide above its notes. */
  children?: ReactNode;
}

/** The notes in large, resizable type; editable. */
export function PresenterNotes({ deck, book, place, section, children }: PresenterNotesProps) {
  const { t } = useTranslation();
  const [size, resize] = useNotesSize();
  return (
    <section ref={section} className="presenter-notes" aria-label={t('notes.title')} style={{ '--notes-size': `${size}px` }}>
      <header>
        <h2>{t('notes.title')}</h2>
        <ControlButton label={t('presenter.smaller')} disabled={size === SIZES[0]} onClick={() => resize(-1)}>
          <IconTextDecrease size={20} aria-hidden />
        </ControlButton>
        <ControlButton label={t('presenter.larger')} disabled={size === SIZES.at(-1)} onClick={() => resize(1)}>
          <IconTextIncrease size={20} aria-hidden />
        </ControlButton>
      </header>
      {children}
      {place !== null && <SlideNote deck={deck} book={book} place={place} />}
      {place !== null && place.inner !== null && <WholeNote deck={deck} book={book} place={place} />}
    </section>
  );
}

const SIZES = [15, 18, 22, 26, 32, 40, 50] as const;
const USUAL = 22;

/** Font size of the notes in CSS pixels; the browser remembers the last choice. */
function useNotesSize(): [number, (direction: 1 | -1) => void] {
  const [size, setSize] = useState(() => {
    const kept = Number(readSetting('presenter-notes-size'));
    return SIZES.find((one) => one === kept) ?? USUAL;
  });
  const resize = (direction: 1 | -1) => {
    const next = SIZES[SIZES.indexOf(size) + direction] ?? size;
    setSize(next);
    writeSetting('presenter-notes-size', String(next));
  };
  return [size, resize];
}
