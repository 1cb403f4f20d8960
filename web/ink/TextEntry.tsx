import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { InkPoint } from '#shared/ink.ts';
import { INK_TEXT_MAX } from '#shared/limits.ts';

interface TextEntryProps {
  at: InkPoint;
  color: string;
  /** Height of the letters in slide units. */
  size: number;
  dimensions: { width: number; height: number };
  /** The text as it was left; empty: nothing was written. */
  onDone: (text: string) => void;
}

/** Text being written on the slide, in the place and size in which it will stay. */
export function TextEntry({ at: [x, y], color, size, dimensions, onDone }: TextEntryProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const done = useRef(false);

  const finish = (text: string): void => {
    if (done.current) return;
    done.current = true;
    onDone(text.trim());
  };
  const leave = useEffectEvent(finish);
  useEffect(() => {
    const element = field.current;
    element?.focus();
    // The slide turns, or draw mode ends: what was written stays.
    return () => leave(element?.value ?? '');
  }, []);

  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const ends = event.key === 'Escape' || (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing);
    if (!ends) return;
    event.preventDefault();
    event.stopPropagation();
    finish(event.currentTarget.value);
  };
  return (
    <div className="ink-writing">
      <textarea
        ref={field}
        className="ink-entry"
        aria-label={t('ink.textField')}
        dir="auto"
        rows={1}
        maxLength={INK_TEXT_MAX}
        spellCheck={false}
        style={{
          left: `${(100 * x) / dimensions.width}%`,
          top: `${(100 * y) / dimensions.height}%`,
          color,
          fontSize: `${(100 * size) / dimensions.width}cqw`,
        }}
        onKeyDown={press}
        onBlur={({ currentTarget }) => finish(currentTarget.value)}
      />
    </div>
  );
}
