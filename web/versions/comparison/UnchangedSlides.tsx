import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComparedSlide } from '#shared/comparison.ts';
import { SlidePicture, type ShownVersion } from './SlidePicture.tsx';

/** Slides in a row that have not changed, folded away. */
export function UnchangedSlides({ version, slides }: { version: ShownVersion; slides: readonly ComparedSlide[] }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [first, last] = [slides[0]?.number ?? 0, slides.at(-1)?.number ?? 0];
  return (
    <details className="unchanged" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('compare.unchanged', { count: slides.length, first, last })}</summary>
      {isOpen && (
        <ul>
          {slides.map((slide) => (
            <li key={slide.number}>
              <SlidePicture version={version} slide={slide} />
              <span>{slide.number}</span>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
