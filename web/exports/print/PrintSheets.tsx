import './print-sheets.css';
import { type CSSProperties, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { useElementSize } from '#web/ui/use-element-size.ts';
import { layoutOf, type PageLayout, pageRules } from './page-layout.ts';
import type { PrintChoices } from './print-choices.ts';
import { PrintedSlide } from './PrintedSlide.tsx';
import type { PrintedSlide as Printed } from './printed-slides.ts';
import type { PrintedDeck } from './use-printed-slides.ts';

interface PrintSheetsProps extends Pick<PrintedDeck, 'strokesOf' | 'drawing'> {
  deck: DeckDetail;
  baseUrl: string;
  choices: PrintChoices;
  slides: readonly Printed[];
  /** Whether all pages are in the visible area, as small as possible: browsers do not draw frames outside it, not even for printing. */
  isGathered: boolean;
  onReady: (number: number) => void;
}

/** In CSS pixels. */
const GATHERED_WIDTH = 60;

/** All pages, as small as the window requires on the screen and in their own size on paper. */
export function PrintSheets({ choices, slides, strokesOf, isGathered, ...shared }: PrintSheetsProps) {
  const { t } = useTranslation();
  const { dimensions } = shared.deck.manifest;
  const layout = useMemo(() => layoutOf(choices, dimensions), [choices, dimensions]);
  const [measured, { width }] = useElementSize();
  const { page, slide: size, grid } = layout;
  const preview = isGathered ? GATHERED_WIDTH / page.width : Math.min(1, width / page.width);
  const picture = (slide: Printed) => (
    <PrintedSlide {...shared} {...size} isWanted={isGathered} slide={slide} strokes={strokesOf(slide)} />
  );
  return (
    <div
      ref={measured}
      className="print-sheets"
      role="region"
      aria-label={t('print.pages')}
      data-gathered={isGathered}
      style={{ '--preview': preview }}
    >
      <style>{pageRules(layout)}</style>
      {width > 0 &&
        grid === null &&
        slides.map((slide) => (
          <SlidePages key={slide.number} slide={slide} notes={choices.notes} layout={layout}>
            {picture(slide)}
          </SlidePages>
        ))}
      {width > 0 &&
        grid !== null &&
        pagesOf(slides, grid.columns * grid.rows).map((onPage) => (
          <Page key={onPage[0]?.number} {...page} is="handout">
            <ol className="print-grid" style={{ '--columns': grid.columns, '--rows': grid.rows, '--column': `${size.width}px` }}>
              {onPage.map((slide) => (
                <li key={slide.number}>
                  {picture(slide)}
                  <p aria-hidden="true">{slide.number}</p>
                </li>
              ))}
            </ol>
          </Page>
        ))}
    </div>
  );
}

function pagesOf(slides: readonly Printed[], perPage: number): Printed[][] {
  return Array.from({ length: Math.ceil(slides.length / perPage) }, (_, at) => slides.slice(at * perPage, (at + 1) * perPage));
}

interface SlidePagesProps {
  slide: Printed;
  notes: PrintChoices['notes'];
  layout: PageLayout;
  children: ReactNode;
}

/** The page of one slide and, if there are notes for pages of their own, those. */
function SlidePages({ slide, notes, layout: { page, paper }, children }: SlidePagesProps) {
  return (
    <>
      <Page {...page} is={notes === 'below' ? 'notes' : 'slide'}>
        {children}
        {notes === 'below' && <Notes slide={slide} />}
      </Page>
      {notes === 'pages' && slide.notes.length > 0 && (
        <Page {...paper} is="notes">
          <Notes slide={slide} />
        </Page>
      )}
    </>
  );
}

function Notes({ slide: { number, title, notes } }: { slide: Printed }) {
  const { t } = useTranslation();
  return (
    <div className="print-notes">
      <h2 dir="auto">{t(title === '' ? 'print.slide' : 'print.slideOf', { number, title })}</h2>
      {notes.map((note) => (
        <p key={note} dir="auto">
          {note}
        </p>
      ))}
    </div>
  );
}

interface PageProps {
  width: number;
  height: number;
  margin: number;
  /** `notes` may continue on further pages. */
  is: 'slide' | 'notes' | 'handout';
  children: ReactNode;
}

function Page({ width, height, margin, is, children }: PageProps) {
  const style: CSSProperties = { '--page-width': `${width}px`, '--page-height': `${height}px`, '--page-margin': `${margin}px` };
  return (
    <div className="print-sheet" data-is={is} style={style}>
      <div className="print-page">{children}</div>
    </div>
  );
}
