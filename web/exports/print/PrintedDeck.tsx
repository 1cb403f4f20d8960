import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { mayHaveInnerSlides } from '#web/stage/position/inner-slides.ts';
import { needsScripts } from '#web/stage/position/slide-runs.ts';
import { DocumentOutline } from './DocumentOutline.tsx';
import type { PrintChoices } from './print-choices.ts';
import type { InsideDocument, PrintedSlide } from './printed-slides.ts';
import { type PrintedPart, PrintPanel } from './PrintPanel.tsx';
import { PrintSheets } from './PrintSheets.tsx';
import { PreparingDialog } from './PreparingDialog.tsx';
import { usePrinting } from './use-printing.ts';
import { usePrintedSlides } from './use-printed-slides.ts';

interface PrintedDeckProps {
  deck: DeckDetail;
  baseUrl: string;
  choices: PrintChoices;
  /** From 1. */
  part: number;
  onChange: (changed: Partial<PrintChoices> & { part?: number }) => void;
}

/** Documents that run at once. Those with a runtime of their own take some 10 MB each. */
const RUNNING_MAX = { ownRuntime: 100, plain: 300 };

const NO_INNER_SLIDES: InsideDocument = { count: 1, outline: [], names: [] };

/** A deck on pages, beside the choices. */
export function PrintedDeck(props: PrintedDeckProps) {
  const { deck, baseUrl, choices, part: asked, onChange } = props;
  const { t } = useTranslation();
  const hasOutline = mayHaveInnerSlides(deck.manifest);
  const [inside, setInside] = useState<InsideDocument | null>(hasOutline ? null : NO_INNER_SLIDES);
  const printed = usePrintedSlides(deck, inside, choices);
  const { slides: all, fault } = printed;
  const parts = useMemo(
    () => partsOf(all ?? [], RUNNING_MAX[needsScripts(deck.manifest) ? 'ownRuntime' : 'plain']),
    [all, deck.manifest],
  );
  const part = Math.min(asked, parts.length);
  const { first, last } = parts[part - 1] ?? { first: 1, last: 0 };
  const slides = useMemo(() => (all ?? []).slice(first - 1, last), [all, first, last]);
  // Another arrangement on pages loads the slides again.
  const arrangement = `${choices.perPage} ${part}`;
  const printing = usePrinting({
    title: deck.title,
    arrangement,
    isComplete: all !== null && printed.isComplete,
    of: slides.length,
  });

  return (
    <>
      <PrintPanel
        choices={choices}
        onChange={onChange}
        parts={parts}
        part={part}
        hasFrames={slides.some(({ picture }) => picture.is === 'document')}
        onPrint={printing.start}
      />
      {hasOutline && <DocumentOutline deck={deck} baseUrl={baseUrl} onKnown={setInside} />}
      {all === null || fault !== null ? (
        <p className="print-waiting" role={fault === null ? 'status' : 'alert'}>
          {fault === null ? t('shell.loading') : faultWords(fault, t)}
        </p>
      ) : (
        <PrintSheets
          key={arrangement}
          deck={deck}
          baseUrl={baseUrl}
          choices={choices}
          slides={slides}
          strokesOf={printed.strokesOf}
          drawing={printed.drawing}
          isGathered={printing.isOn}
          onReady={printing.onReady}
        />
      )}
      {printing.isOn && <PreparingDialog done={printing.done} of={slides.length} onClose={printing.end} />}
    </>
  );
}

/** A single part, unless more than `max` slides have no picture. */
function partsOf(slides: readonly PrintedSlide[], max: number): PrintedPart[] {
  const running = slides.filter(({ picture }) => picture.is === 'document').length;
  const size = running > max ? max : Math.max(1, slides.length);
  return Array.from({ length: Math.max(1, Math.ceil(slides.length / size)) }, (_, at) => ({
    part: at + 1,
    first: at * size + 1,
    last: Math.min((at + 1) * size, slides.length),
  }));
}
