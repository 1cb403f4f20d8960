import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import type { VisitSummary } from '#shared/visits.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Bar } from './Bar.tsx';
import { timeWords } from './time-words.ts';

interface SlideTableProps {
  deck: DeckDetail;
  slides: VisitSummary['bySlide'];
  /** All visits, also those that saw no slide or whose slides are not stored. */
  visits: number;
}

/** How long each slide was looked at, and where visits ended: a bar beside the picture of the slide. */
export function SlideTable({ deck, slides, visits }: SlideTableProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const list = useQuery(trpc.slides.list.queryOptions({ id: deck.id, versionId: deck.currentVersionId }));
  const rendered = list.data?.items ?? [];
  const count = Math.max(deck.slideCount, 1 + Math.max(-1, ...slides.map(({ index }) => index)));
  const seen = new Map(slides.map((slide) => [slide.index, slide]));
  const longest = Math.max(1, ...slides.map(({ medianMs }) => medianMs));
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>{t('visits.bySlide')}</h2>
      <table className="visits-table visits-slides" aria-labelledby={titleId}>
        <thead>
          <tr>
            <th scope="col">{t('visits.slide')}</th>
            <th scope="col">{t('visits.figures.median')}</th>
            <th scope="col">{t('visits.views')}</th>
            <th scope="col">{t('visits.exits')}</th>
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: count }, (_, index) => {
            const { views, medianMs, exits } = seen.get(index) ?? { views: 0, medianMs: 0, exits: 0 };
            const picture = rendered.find((slide) => slide.index === index);
            return (
              <tr key={index}>
                <th scope="row">
                  <span className="visits-slide">
                    {picture?.thumbnailUrl != null && <img src={picture.thumbnailUrl} alt="" loading="lazy" />}
                    <span>
                      {index + 1} <bdi>{picture?.title ?? ''}</bdi>
                    </span>
                  </span>
                </th>
                <td>
                  <Bar share={medianMs / longest}>{timeWords(medianMs)}</Bar>
                </td>
                <td>{views}</td>
                <td>
                  <Bar share={exits / Math.max(1, visits)}>{String(exits)}</Bar>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
