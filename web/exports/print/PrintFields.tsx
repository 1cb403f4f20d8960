import './print-fields.css';
import { useTranslation } from 'react-i18next';
import { Choice } from '#web/ui/Segments.tsx';
import { NOTE_LAYOUTS, PAPERS, type PrintChoices, SLIDES_PER_PAGE, usesPaper } from './print-choices.ts';

interface PrintFieldsProps {
  choices: PrintChoices;
  onChange: (changed: Partial<PrintChoices>) => void;
}

/** How slides are laid out on pages. */
export function PrintFields({ choices, onChange }: PrintFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
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
      <DrawingsField choices={choices} onChange={onChange} />
    </>
  );
}

/** Whether the team's drawings are on the slides. */
export function DrawingsField({ choices, onChange }: PrintFieldsProps) {
  const { t } = useTranslation();
  return (
    <label className="print-check">
      <input
        type="checkbox"
        checked={choices.drawings}
        onChange={(event) => onChange({ drawings: event.currentTarget.checked })}
      />
      {t('print.drawings')}
    </label>
  );
}
