import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComparedSlide, Difference } from '#shared/comparison.ts';
import type { CompareView } from './compare-view.ts';
import { SlidePicture, type ShownVersion } from './SlidePicture.tsx';

export interface Versions {
  readonly from: ShownVersion;
  readonly to: ShownVersion;
}

interface SlidePairProps {
  versions: Versions;
  difference: Difference;
  view: CompareView;
  /** Which version the blink view shows. */
  shown: keyof Versions;
}

/** The pictures of a slide in both versions. A slide that was added or removed has one. */
export function SlidePair({ versions, difference, view, shown }: SlidePairProps) {
  const { from, to, area } = difference;
  if (from === null || to === null || difference.kind === 'moved') {
    const [version, slide] = to === null ? [versions.from, from] : [versions.to, to];
    return slide === null ? null : <Single version={version} slide={slide} />;
  }
  if (view === 'swipe') return <Swiped versions={versions} from={from} to={to} />;
  if (view === 'blink') {
    return (
      <figure className="compared-one">
        <SlidePicture key={shown} version={versions[shown]} slide={shown === 'from' ? from : to} area={area} />
        <Caption version={versions[shown]} slide={shown === 'from' ? from : to} />
      </figure>
    );
  }
  return (
    <div className="compared-two">
      <Single version={versions.from} slide={from} area={area} />
      <Single version={versions.to} slide={to} area={area} />
    </div>
  );
}

function Single({ version, slide, area = null }: { version: ShownVersion; slide: ComparedSlide; area?: Difference['area'] }) {
  return (
    <figure className="compared-one">
      <SlidePicture version={version} slide={slide} area={area} />
      <Caption version={version} slide={slide} />
    </figure>
  );
}

function Caption({ version: { number: version }, slide: { number } }: { version: ShownVersion; slide: ComparedSlide }) {
  const { t } = useTranslation();
  return <figcaption>{t('compare.caption', { version, number })}</figcaption>;
}

/** The later picture over the earlier one, as far as the slider uncovers it. */
function Swiped({ versions, from, to }: { versions: Versions; from: ComparedSlide; to: ComparedSlide }) {
  const { t } = useTranslation();
  const [part, setPart] = useState(50);
  const style: CSSProperties & Record<'--part', string> = { '--part': `${part}%` };
  return (
    <figure className="compared-one compared-swipe" style={style}>
      <div className="compared-layers">
        <SlidePicture version={versions.from} slide={from} />
        <SlidePicture version={versions.to} slide={to} />
        <input
          type="range"
          min={0}
          max={100}
          value={part}
          aria-label={t('compare.slider', { from: versions.from.number, to: versions.to.number })}
          aria-valuetext={t('compare.sliderValue', { part, from: versions.from.number })}
          onChange={(event) => setPart(event.target.valueAsNumber)}
        />
      </div>
      <figcaption className="compared-ends">
        <span>{t('compare.caption', { version: versions.from.number, number: from.number })}</span>
        <span>{t('compare.caption', { version: versions.to.number, number: to.number })}</span>
      </figcaption>
    </figure>
  );
}
