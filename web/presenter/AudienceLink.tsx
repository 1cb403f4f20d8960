import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

/** Shows a link for the audience. It opens the deck and follows the talk; the audience needs access to the deck. */
export function AudienceLink({ deck }: { deck: DeckDetail }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const url = new URL(`/decks/${encodeURIComponent(deck.id)}#follow`, location.origin).href;
  return (
    <>
      <button type="button" className="head-act" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <IconLink size={18} aria-hidden />
        <span>{t('presenter.audience')}</span>
      </button>
      {open && (
        <Dialog title={t('presenter.audience')} closeLabel={t('shell.close')} onClose={() => setOpen(false)}>
          <p>{t(deck.visibility === 'private' ? 'presenter.audiencePrivate' : 'presenter.audienceLead')}</p>
          <p className="pairing-address">{url}</p>
          <CopyButton text={url} label={t('presenter.audienceCopy')} copiedLabel={t('shell.copied')} />
        </Dialog>
      )}
    </>
  );
}
