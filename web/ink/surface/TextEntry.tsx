import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { InkPoint } from '#shared/ink.ts';
import { INK_TEXT_MAX } from '#shared/limits.ts';

interface TextEntryProps {
  at: InkPoint;
  color: string;
  /** Font size in slide units. */
  size: number;
  dimensions: { width: number; height: number };
  /** Called with the final text; empty if nothing was typed. */
  onDone: (text: string) => void;
}

/** A text field on the slide, at the position and size that the text will have. */
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
    // Keeps the text if the slide changes or draw mode ends.
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
