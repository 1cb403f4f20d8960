import './print-panel.css';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import type { PrintChoices } from './print-choices.ts';
import { PrintFields } from './PrintFields.tsx';

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
      <PrintFields choices={choices} onChange={onChange} />
      <Button type="submit" className="print-now" icon={<IconPrinter size={18} aria-hidden />}>
        {t('print.print')}
      </Button>
      <p className="print-hint">
        {t('print.hint')} {hasFrames && t('print.hintFrames')}
      </p>
    </form>
  );
}
