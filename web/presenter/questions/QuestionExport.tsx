import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { QuestionTalk } from '#shared/questions.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { api } from '#web/lib/trpc.ts';
import { questionsCsv } from '#web/talks/questions/questions-csv.ts';
import { downloadText } from '#web/ui/download-text.ts';

/** Downloads the questions of a talk. */
export function QuestionExport({ talk, isRunning }: { talk: QuestionTalk; isRunning: boolean }) {
  const { t, i18n } = useTranslation();
  const { talkId, startedAt, questions, presenter } = talk;
  const saving = useMutation({
    mutationFn: async (kind: 'csv' | 'json') => {
      const { items } = await api.questions.list.query({ talkId });
      const name = `questions-${startedAt.slice(0, 'YYYY-MM-DD'.length)}.${kind}`;
      if (kind === 'csv') downloadText(name, 'text/csv', questionsCsv(items));
      else downloadText(name, 'application/json', JSON.stringify(items, undefined, 2));
    },
  });
  const time = new Date(startedAt).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const when = isRunning ? t('questions.thisTalk') : `${time}, ${presenter.name}`;
  return (
    <li>
      <span>
        <bdi>{when}</bdi>: {t('questions.count', { count: questions })}
      </span>
      <button type="button" aria-label={t('questions.saveAs', { kind: 'CSV', when })} onClick={() => saving.mutate('csv')}>
        CSV
      </button>
      <button type="button" aria-label={t('questions.saveAs', { kind: 'JSON', when })} onClick={() => saving.mutate('json')}>
        JSON
      </button>
      {saving.isError && <p role="alert">{faultWords(saving.error, t)}</p>}
    </li>
  );
}
