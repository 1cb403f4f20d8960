import './outbox.css';
import { IconAlertTriangle, IconCloudUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RefusedWork } from './RefusedWork.tsx';
import type { Unsent } from './unsent.ts';
import { useAllUnsent, useOutboxState } from './use-outbox.ts';

/** Shows how many changes are unsent, if that lasts, and how many were refused, so that the user can decide about them. */
export function OutboxLine() {
  const { t } = useTranslation();
  const all = useAllUnsent();
  const { waiting, stored, refused } = useOutboxState();
  const late = useLate(all);
  const [open, setOpen] = useState(false);
  if (refused === 0 && !late) return null;
  return (
    <>
      <div className="outbox-line">
        {late && (
          <p role="status">
            <IconCloudUp size={16} aria-hidden />
            <OutboxWords count={stored || waiting}>
              {stored > 0 ? t('outbox.waiting', { count: stored }) : t('outbox.waitingInMemory', { count: waiting })}
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

/** On small screens only the number is visible. */
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

/** Changes sent within this time are not shown. */
const LATE_MS = 3000;

/** Whether a change has waited longer than usual. */
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
