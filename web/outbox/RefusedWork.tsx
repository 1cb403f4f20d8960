import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import type { INK_KIND } from '#shared/ink.ts';
import { innerTitle } from '#shared/inner-names.ts';
import { Fault } from '#web/lib/fault.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { downloadText } from '#web/ui/download-text.ts';
import { LongText } from '#web/ui/LongText.tsx';
import { outbox } from './outbox.ts';
import type { Unsent, UnsentInk } from './unsent.ts';

/**
 * Lists changes that the server refused. The user can read, copy, download and discard them; they are never deleted
 * automatically.
 */
export function RefusedWork({ work, onClose }: { work: readonly Unsent[]; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <div
      className="refused-work"
      role="presentation"
      // Keys must not change the slides behind the dialog; F5 must still reach the player, which keeps it from reloading the
      // talk.
      onKeyDown={(event) => event.key !== 'F5' && event.stopPropagation()}
    >
      <Dialog title={t('outbox.title')} closeLabel={t('shell.close')} onClose={onClose}>
        <p>{t('outbox.lead')}</p>
        <ul>
          {work.map((item) => (
            <li key={item.id}>
              <h3 dir="auto">{placeWords(item)}</h3>
              <p>{refusalWords(item)}</p>
              {item.kind === 'note' ? <LongText>{item.text}</LongText> : <p>{inkWords(item)}</p>}
              <div className="refused-work-foot">
                <Decisions item={item} onClose={onClose} />
              </div>
            </li>
          ))}
        </ul>
      </Dialog>
    </div>
  );

  function placeWords(item: Unsent): string {
    const title = item.deckTitle;
    const inner = item.kind === 'note' ? (item.inner ?? null) : null;
    if (inner !== null) return t('outbox.placeInside', { title, inner: innerTitle(inner) });
    return t('outbox.place', { title, number: item.slideIndex + 1 });
  }

  function refusalWords({ refusal }: Unsent): string {
    if (refusal === null) return '';
    if (refusal.code === 'PRECONDITION_FAILED') return t('outbox.clash');
    if (refusal.code === 'VERSION_CHANGED') return t('outbox.replaced');
    return faultWords(new Fault(refusal.code, refusal.message), t);
  }

  function inkWords({ add, erase }: UnsentInk): string {
    const words = [
      add.length > 0 && t('outbox.strokes', { count: add.length }),
      erase.length > 0 && t('outbox.erased', { count: erase.length }),
    ];
    return words.filter(Boolean).join(', ');
  }
}

/** Downloads strokes in the format that the API accepts. */
function downloadInk({ deckTitle, slideIndex, add }: UnsentInk): void {
  const payload = { kind: 'lectern-ink@1', strokes: add } satisfies { kind: typeof INK_KIND; strokes: unknown };
  downloadText(`${deckTitle} ${String(slideIndex + 1)}.json`, 'application/json', JSON.stringify(payload));
}

function Decisions({ item, onClose }: { item: Unsent; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const compare = () => {
    onClose();
    const slideNumber = String(item.slideIndex + 1);
    void navigate({ to: '/decks/$deckId/$slideNumber', params: { deckId: item.deckId, slideNumber } });
  };
  return (
    <>
      {item.kind === 'note' && <CopyButton text={item.text} label={t('shell.copy')} copiedLabel={t('shell.copied')} />}
      {item.kind === 'ink' && item.add.length > 0 && (
        <Button variant="default" onClick={() => downloadInk(item)}>
          {t('outbox.download')}
        </Button>
      )}
      {item.refusal?.code === 'PRECONDITION_FAILED' && (
        <Button variant="default" onClick={compare}>
          {t('outbox.compare')}
        </Button>
      )}
      <Button variant="danger" onClick={() => outbox.discard(item.id)}>
        {t('outbox.discard')}
      </Button>
    </>
  );
}
