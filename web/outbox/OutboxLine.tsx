import './outbox.css';
import { IconAlertTriangle, IconCloudUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RefusedWork } from './RefusedWork.tsx';
import type { Unsent } from './unsent.ts';
import { useAllUnsent, useOutboxState } from './use-outbox.ts';

/** Says what the server does not have yet, if that lasts; and what it will not take, so that somebody decides. */
export function OutboxLine() {
  const { t } = useTranslation();
  const all = useAllUnsent();
  const { waiting, refused, kept } = useOutboxState();
  const late = useLate(all);
  const [open, setOpen] = useState(false);
  if (refused === 0 && !late) return null;
  return (
    <>
      <div className="outbox-line">
        {late && (
          <p role="status">
            <IconCloudUp size={16} aria-hidden />
            <OutboxWords count={waiting}>
              {t(kept === 'device' ? 'outbox.waiting' : 'outbox.waitingInMemory', { count: waiting })}
            </OutboxWords>
          </p>
        )}
        {refused > 0 && (
          <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            <IconAlertTriangle size={16} aria-hidden />
            <OutboxWords count={refused}>{t('outbox.refused', { count: refused })}</OutboxWords>
          </button>
        )}
      </div>
      {open && refused > 0 && <RefusedWork work={all.filter(({ refusal }) => refusal !== null)} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Where there is no room for words, the number stands for them. */
function OutboxWords({ count, children }: { count: number; children: string }) {
  return (
    <>
      <span className="outbox-words">{children}</span>
      <span className="outbox-count" aria-hidden="true">
        {count}
      </span>
    </>
  );
}

/** What is sent within this time nobody needs to hear of. */
const LATE_MS = 3000;

/** Whether something waits for longer than usual. */
function useLate(all: readonly Unsent[]): boolean {
  const oldest = all.find(({ refusal }) => refusal === null)?.keptAt;
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (oldest === undefined) return undefined;
    const timer = setTimeout(() => setLate(true), Math.max(0, oldest + LATE_MS - Date.now()));
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [oldest]);
  return late;
}
