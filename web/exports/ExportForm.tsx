import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EXPORT_FORMATS, type ExportFormat } from '#shared/exports.ts';
import { deckDialogs } from '#web/decks/deck-dialogs.ts';
import { faultFrom } from '#web/lib/fault.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { api, trpc } from '#web/lib/trpc.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/Button.tsx';
import { Choice } from '#web/ui/Segments.tsx';
import { deckExports } from './deck-exports.ts';
import { choicesOf, type PrintChoices } from './print/print-choices.ts';
import { DrawingsField, PrintFields } from './print/PrintFields.tsx';

interface ExportFormProps {
  deckId: string;
  versionId: string | undefined;
}

const FORMATS = ['pdf', 'png'] as const;
const STEPS = ['last', 'all'] as const;

/** The choices. What the server cannot make is printed by the browser, with the same choices as far as possible. */
export function ExportForm({ deckId: id, versionId }: ExportFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('pdf');
  const [steps, setSteps] = useState<(typeof STEPS)[number]>('last');
  const [choices, setChoices] = useState<PrintChoices>(() => choicesOf({}));
  const health = useQuery({ ...trpc.health.get.queryOptions(), staleTime: 30_000 });
  const create = useSubmit({
    mutationFn: (made: ExportFormat) => api.exports.create.mutate({ ...choices, id, versionId, steps, format: made }),
    onSuccess: (made) => deckExports.keep(id, made.id),
  });
  const isRefused = create.error !== null && faultFrom(create.error).code === 'NO_RENDERER';
  const hasRenderer = !isRefused && health.data?.renderer !== 'off' && health.data?.renderer !== 'unavailable';
  const made = hasRenderer ? EXPORT_FORMATS.find((each) => each === format) : undefined;
  const change = (changed: Partial<PrintChoices>) => setChoices((before) => ({ ...before, ...changed }));
  const print = () => {
    deckDialogs.close();
    void navigate({ to: '/decks/$deckId/print', params: { deckId: id }, search: { ...choices, versionId } });
  };
  return (
    <form
      className="export-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (made === undefined) print();
        else create.mutate(made);
      }}
    >
      {hasRenderer ? (
        <Choice
          label={t('exports.format')}
          value={format}
          startsFocused
          options={FORMATS.map((value) => ({ value, label: t(`exports.formats.${value}`) }))}
          onChange={setFormat}
        >
          <p className="export-hint">{made === undefined ? t('exports.byPrinting') : t(`exports.made.${made}`)}</p>
        </Choice>
      ) : (
        <p role="status">{t('exports.noRenderer')}</p>
      )}
      {made !== undefined && (
        <Choice
          label={t('exports.steps')}
          value={steps}
          options={STEPS.map((value) => ({ value, label: t(`exports.stepChoices.${value}`) }))}
          onChange={setSteps}
        />
      )}
      {format === 'pdf' || !hasRenderer ? (
        <PrintFields choices={choices} onChange={change} />
      ) : (
        <DrawingsField choices={choices} onChange={change} />
      )}
      {create.error !== null && !isRefused && (
        <p className="export-fault" role="alert">
          {faultWords(create.error, t)}
        </p>
      )}
      <Button type="submit" loading={create.isPending}>
        {t(made === undefined ? 'exports.print' : 'exports.create')}
      </Button>
    </form>
  );
}
