import './selection-bar.css';
import {
  IconBookmarkMinus,
  IconBookmarkPlus,
  IconDownload,
  IconStar,
  IconStarOff,
  IconTrash,
  IconUserPlus,
  IconX,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useRouteContext } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Deck } from '#shared/decks.ts';
import { DOWNLOAD_DECKS_MAX } from '#shared/limits.ts';
import { useShownCollection } from '#web/collections/collection-context.ts';
import { CollectDialog } from '#web/collections/CollectDialog.tsx';
import { mayFill, removeFromCollection } from '#web/collections/collections.ts';
import { starDecks } from '#web/decks/deck-changes.ts';
import { downloadAddress } from '#web/decks/download-address.ts';
import { ShareSeveralDialog } from '#web/sharing/ShareSeveralDialog.tsx';
import { DeleteSeveral } from './DeleteSeveral.tsx';
import { selection } from './selection.ts';

/** What can be done with the selected decks. */
export function SelectionBar({ decks }: { decks: readonly Deck[] }) {
  const { t } = useTranslation();
  const { user } = useRouteContext({ from: '/members' });
  const shown = useShownCollection();
  const [dialog, setDialog] = useState<'collect' | 'share' | 'delete' | null>(null);
  const close = () => setDialog(null);
  const done = () => {
    close();
    selection.clear();
  };
  const allStarred = decks.every(({ starred }) => starred);
  const mayShare = decks.some(({ permissions }) => permissions.manage);
  const mayDelete = decks.some((deck) => deck.permissions.delete);
  return (
    <section className="selection-bar" aria-label={t('selection.title')}>
      <p role="status">{t('selection.count', { count: decks.length })}</p>
      <Action icon={<IconBookmarkPlus size={18} aria-hidden />} onClick={() => setDialog('collect')}>
        {t('selection.collect')}
      </Action>
      {shown !== null && mayFill(user, shown) && (
        <Action
          icon={<IconBookmarkMinus size={18} aria-hidden />}
          onClick={() => {
            selection.clear();
            void removeFromCollection(shown, decks);
          }}
        >
          {t('selection.takeOut')}
        </Action>
      )}
      <Action
        icon={allStarred ? <IconStarOff size={18} aria-hidden /> : <IconStar size={18} aria-hidden />}
        onClick={() => {
          selection.clear();
          void starDecks(decks, !allStarred);
        }}
      >
        {t(allStarred ? 'deck.unstar' : 'deck.star')}
      </Action>
      {mayShare && (
        <Action icon={<IconUserPlus size={18} aria-hidden />} onClick={() => setDialog('share')}>
          {t('selection.share')}
        </Action>
      )}
      {decks.length <= DOWNLOAD_DECKS_MAX && (
        <a className="selection-action" href={downloadAddress(decks.map(({ id }) => id))} download onClick={selection.clear}>
          <IconDownload size={18} aria-hidden />
          <span>{t('selection.download')}</span>
        </a>
      )}
      {mayDelete && (
        <Action destroys icon={<IconTrash size={18} aria-hidden />} onClick={() => setDialog('delete')}>
          {t('selection.delete')}
        </Action>
      )}
      <button type="button" className="menu-button" aria-label={t('selection.clear')} onClick={selection.clear}>
        <IconX size={18} aria-hidden />
      </button>
      {dialog === 'collect' && <CollectDialog decks={decks} onClose={done} />}
      {dialog === 'share' && <ShareSeveralDialog decks={decks} onClose={close} onDone={done} />}
      {dialog === 'delete' && <DeleteSeveral decks={decks} onClose={close} onDone={done} />}
    </section>
  );
}

interface ActionProps {
  icon: ReactNode;
  children: ReactNode;
  destroys?: boolean;
  onClick: () => void;
}

function Action({ icon, children, destroys = false, onClick }: ActionProps) {
  return (
    <button type="button" className="selection-action" data-destroys={destroys} onClick={onClick}>
      {icon}
      <span>{children}</span>
    </button>
  );
}
