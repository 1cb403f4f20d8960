import './comparison.css';
import { useTranslation } from 'react-i18next';
import type { ComparedSlide, Comparison, Difference } from '#shared/comparison.ts';
import { DifferenceSection } from './DifferenceSection.tsx';
import type { CompareView } from './compare-view.ts';
import type { Versions } from './SlidePair.tsx';
import { UnchangedSlides } from './UnchangedSlides.tsx';

interface ComparisonListProps {
  comparison: Comparison;
  versions: Versions;
  view: CompareView;
  shown: keyof Versions;
}

/** All slides of two versions: a section for each that differs, and the others folded away. */
export function ComparisonList({ comparison: { items, basis }, versions, view, shown }: ComparisonListProps) {
  const { t } = useTranslation();
  const isSame = items.every(({ kind }) => kind === 'unchanged');
  return (
    <div className="comparison">
      {basis === 'files' && <p className="comparison-basis">{t('compare.byFiles')}</p>}
      {isSame && <p className="comparison-same">{t('compare.same', { from: versions.from.number, to: versions.to.number })}</p>}
      {groupsOf(items).map((group) =>
        'slides' in group ? (
          <UnchangedSlides key={`unchanged ${group.slides[0]?.number ?? 0}`} version={versions.to} slides={group.slides} />
        ) : (
          <DifferenceSection
            key={`${group.from?.number ?? ''}>${group.to?.number ?? ''}`}
            versions={versions}
            difference={group}
            view={view}
            shown={shown}
          />
        ),
      )}
    </div>
  );
}

/** Puts unchanged slides in a row together. */
function groupsOf(items: readonly Difference[]): (Difference | { slides: ComparedSlide[] })[] {
  const groups: (Difference | { slides: ComparedSlide[] })[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (item.kind !== 'unchanged' || item.to === null) groups.push(item);
    else if (last !== undefined && 'slides' in last) last.slides.push(item.to);
    else groups.push({ slides: [item.to] });
  }
  return groups;
}
