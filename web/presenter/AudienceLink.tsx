import '#web/sharing/links/links.css';
import { IconLink, IconQrcode, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { deckDialogs } from '#web/decks/deck-dialogs.ts';
import { ownUser } from '#web/lib/session.ts';
import type { Talks } from '#web/talks/use-talks.ts';
import { audienceLink } from '#web/talks/window/follow-memory.ts';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { OpenAudience } from './OpenAudience.tsx';

/**
 * Shows links for the audience, which open the deck and follow this user's talk, now or as soon as it starts: for people with an account, and
 * for everyone if this user opens the talk to them.
 */
export function AudienceLink({ deck, talks }: { deck: DeckDetail; talks: Pick<Talks, 'mine' | 'blank' | 'setBlank'> }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const isPresenting = talks.mine !== null;
  const isShown = talks.blank === 'address';
  const url = audienceLink(deck.id, ownUser().id);
  return (
    <>
      <button type="button" className="head-act" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <IconLink size={18} aria-hidden />
        <span>{t('presenter.audience')}</span>
      </button>
      {open && (
        <Dialog title={t('presenter.audience')} closeLabel={t('shell.close')} onClose={() => setOpen(false)}>
          <p>{t(isPresenting ? 'presenter.audienceLead' : 'presenter.audienceLater')}</p>
          <p className="audience-access">{t(`presenter.audienceAccess.${deck.visibility}`)}</p>
          <p className="pairing-address">{url}</p>
          <div className="link-line">
            <CopyButton text={url} label={t('presenter.audienceCopy')} copiedLabel={t('shell.copied')} />
            {isPresenting && (
              <Button
                variant="default"
                icon={<IconQrcode size={16} aria-hidden />}
                onClick={() => talks.setBlank(isShown ? null : 'address')}
              >
                {t(isShown ? 'presenter.addressHide' : 'presenter.addressShow')}
              </Button>
            )}
            <Button
              variant="default"
              icon={<IconUserPlus size={16} aria-hidden />}
              onClick={() => {
                setOpen(false);
                deckDialogs.open({ show: 'share', deck });
              }}
            >
              {t(deck.permissions.manage ? 'player.share' : 'player.people')}
            </Button>
          </div>
          {deck.permissions.share && <OpenAudience deck={deck} isPresenting={isPresenting} />}
        </Dialog>
      )}
    </>
  );
}
