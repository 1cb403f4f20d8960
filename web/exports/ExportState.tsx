import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Export } from '#shared/exports.ts';
import { faultFrom } from '#web/lib/fault.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { formatBytes } from '#web/lib/format.ts';
import { api, trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/Button.tsx';
import { deckExports } from './deck-exports.ts';

/** How often the server is asked how far it is. */
const POLL_MS = 1000;

interface ExportStateProps {
  deckId: string;
  exportId: string;
}

/** How far an export is and, at the end, its file. */
export function ExportState({ deckId: id, exportId }: ExportStateProps) {
  const { t } = useTranslation();
  const query = useQuery({
    ...trpc.exports.get.queryOptions({ id, exportId }),
    staleTime: 0,
    refetchInterval: ({ state: { data, error } }) => (isGone(error) || isOver(data) ? false : POLL_MS),
  });
  const forget = () => deckExports.forget(id);
  const cancel = () => {
    forget();
    // If it is over already, there is nothing to cancel; it expires by itself.
    void api.exports.cancel.mutate({ id, exportId }).catch(() => undefined);
  };
  const { data } = query;
  if (isGone(query.error)) return <Over words={faultWords(query.error, t)} onAgain={forget} />;
  if (data?.state === 'failed') return <Over words={t(`exports.failures.${data.error ?? 'crashed'}`)} onAgain={forget} />;
  if (data?.state === 'done' && data.fileUrl !== null) return <Done file={data} onAgain={forget} />;
  const { done = 0, of = null } = data?.progress ?? {};
  return (
    <div ref={takeFocus} className="export-state">
      <progress aria-label={t('exports.progress')} {...(of !== null && { max: of, value: done })} />
      <p role="status">{of === null ? t('exports.queued') : t('exports.running', { done, count: of })}</p>
      {query.error === null ? (
        <p className="export-hint">{t('exports.goesOn')}</p>
      ) : (
        <p role="alert">{faultWords(query.error, t)}</p>
      )}
      <Button variant="default" onClick={cancel}>
        {t('exports.cancel')}
      </Button>
    </div>
  );
}

/** Whether there is nothing to wait for. Without a connection, the server is asked again. */
function isGone(error: unknown): boolean {
  return error !== null && ['EXPORT_NOT_FOUND', 'DECK_NOT_FOUND'].includes(faultFrom(error).code);
}

/** The button that had the focus is gone. */
function takeFocus(state: HTMLElement | null): void {
  state?.querySelector<HTMLElement>('a, button')?.focus();
}

function isOver(data: Export | undefined): boolean {
  return data?.state === 'done' || data?.state === 'failed';
}

function Done({ file: { fileUrl, sizeBytes, missingSlides }, onAgain }: { file: Export; onAgain: () => void }) {
  const { t } = useTranslation();
  return (
    <div ref={takeFocus} className="export-state">
      <p role="status">{t('exports.done')}</p>
      {missingSlides > 0 && <p>{t('exports.missing', { count: missingSlides })}</p>}
      <div className="export-acts">
        <a className="button" href={fileUrl ?? ''} download>
          <span className="button-label">{t('exports.download', { size: formatBytes(sizeBytes ?? 0) })}</span>
        </a>
        <Button variant="default" onClick={onAgain}>
          {t('exports.another')}
        </Button>
      </div>
    </div>
  );
}

function Over({ words, onAgain }: { words: string; onAgain: () => void }) {
  const { t } = useTranslation();
  return (
    <div ref={takeFocus} className="export-state">
      <p role="alert">{words}</p>
      <Button variant="default" onClick={onAgain}>
        {t('shell.tryAgain')}
      </Button>
    </div>
  );
}
