import './print-panel.css';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { Choice } from '#web/ui/Segments.tsx';
import { NOTE_LAYOUTS, PAPERS, type PrintChoices, SLIDES_PER_PAGE, usesPaper } from './print-choices.ts';

/** A part of the slides, if there are too many to print at once. */
export interface PrintedPart {
  /** From 1. */
  readonly part: number;
  readonly first: number;
  readonly last: number;
}

interface PrintPanelProps {
  choices: PrintChoices;
  onChange: (changed: Partial<PrintChoices> & { part?: number }) => void;
  /** More than one if the slides are printed in parts. */
  parts: readonly PrintedPart[];
  part: number;
  /** Some slides are documents, not pictures. */
  hasFrames: boolean;
  onPrint: () => void;
}

/** The choices, and the button that prints. */
export function PrintPanel(props: PrintPanelProps) {
  const { choices, onChange, parts, part, hasFrames, onPrint } = props;
  const { t } = useTranslation();
  return (
    <form
      className="print-panel"
      aria-label={t('print.choices')}
      onSubmit={(event) => {
        event.preventDefault();
        onPrint();
      }}
    >
      {parts.length > 1 && (
        <label className="print-part">
          <span>{t('print.part')}</span>
          <select value={part} onChange={(event) => onChange({ part: Number(event.currentTarget.value) })}>
            {parts.map(({ part: number, first, last }) => (
              <option key={number} value={number}>
                {t('print.partRange', { first, last })}
              </option>
            ))}
          </select>
          <small>{t('print.partHint')}</small>
        </label>
      )}
      <Choice
        label={t('print.perPage')}
        value={String(choices.perPage)}
        options={SLIDES_PER_PAGE.map((number) => ({ value: String(number), label: String(number) }))}
        onChange={(value) => onChange({ perPage: SLIDES_PER_PAGE.find((number) => String(number) === value) ?? 1 })}
      />
      {choices.perPage === 1 && (
        <Choice
          label={t('print.notes')}
          value={choices.notes}
          options={NOTE_LAYOUTS.map((value) => ({ value, label: t(`print.noteLayouts.${value}`) }))}
          onChange={(notes) => onChange({ notes })}
        />
      )}
      {usesPaper(choices) && (
        <Choice
          label={t('print.paper')}
          value={choices.paper}
          options={PAPERS.map((value) => ({ value, label: t(`print.papers.${value}`) }))}
          onChange={(paper) => onChange({ paper })}
        />
      )}
      <label className="print-check">
        <input
          type="checkbox"
          checked={choices.drawings}
          onChange={(event) => onChange({ drawings: event.currentTarget.checked })}
        />
        {t('print.drawings')}
      </label>
      <Button type="submit" className="print-now" icon={<IconPrinter size={18} aria-hidden />}>
        {t('print.print')}
      </Button>
      <p className="print-hint">
        {t('print.hint')} {hasFrames && t('print.hintFrames')}
      </p>
    </form>
  );
}
