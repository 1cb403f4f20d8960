import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Difference, Words } from '#shared/comparison.ts';
import type { CompareView } from './compare-view.ts';
import { SlidePair, type Versions } from './SlidePair.tsx';
import { differenceWords } from './slide-words.ts';

interface DifferenceSectionProps {
  versions: Versions;
  difference: Difference;
  view: CompareView;
  shown: keyof Versions;
}

/** What has become of one slide. Its heading takes the focus when users go from change to change. */
export function DifferenceSection({ versions, difference, view, shown }: DifferenceSectionProps) {
  const { t } = useTranslation();
  const id = useId();
  const title = (difference.to ?? difference.from)?.title ?? '';
  return (
    <section className="difference" aria-labelledby={id} data-kind={difference.kind}>
      <h2 id={id} tabIndex={-1} data-change>
        {differenceWords(difference, t)}
      </h2>
      {title !== '' && (
        <p className="difference-title" dir="auto">
          {title}
        </p>
      )}
      <SlidePair versions={versions} difference={difference} view={view} shown={shown} />
      {difference.text !== null && <ChangedText words={difference.text} />}
    </section>
  );
}

function ChangedText({ words }: { words: readonly Words[] }) {
  const { t } = useTranslation();
  return (
    <div className="difference-text">
      <h3>{t('compare.text')}</h3>
      <p dir="auto">
        {words.map(({ kind, text }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the parts never change their order
          <ChangedWords key={at} kind={kind} text={text} />
        ))}
      </p>
    </div>
  );
}

function ChangedWords({ kind, text }: Words) {
  const { t } = useTranslation();
  if (kind === 'same') return text;
  const Tag = kind === 'added' ? 'ins' : 'del';
  return (
    <Tag>
      <span className="visually-hidden">{t(kind === 'added' ? 'compare.addedWords' : 'compare.removedWords')} </span>
      {text}
    </Tag>
  );
}
