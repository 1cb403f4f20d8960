import './versions.css';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { faultWords } from '#web/lib/fault-words.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FileCatcher } from './FileCatcher.tsx';
import { VersionRow } from './VersionRow.tsx';
import { type DeckDialog, deckDialogs } from '#web/decks/deck-dialogs.ts';

/** All versions of a deck, newest first, with their authors and a button to restore each. */
export function VersionsDialog({ deck }: Pick<DeckDialog, 'deck'>) {
  const { t } = useTranslation();
  const changeable = deck.permissions.edit;
  const versions = useQuery(trpc.versions.list.queryOptions({ id: deck.id }));
  const items = versions.data?.items ?? [];
  const hasPictures = items.some(({ thumbnailUrl }) => thumbnailUrl !== null);
  const current = items.find((version) => version.current);
  return (
    <FileCatcher>
      <Dialog title={t('versions.title')} closeLabel={t('shell.close')} onClose={deckDialogs.close}>
        <p className="versions-deck" dir="auto">
          {deck.title}
        </p>
        <p className="versions-hint">{t('versions.notesFollow')}</p>
        {versions.isError && (
          <p role="alert" className="versions-fault">
            {faultWords(versions.error, t)}
          </p>
        )}
        <ul className="version-list" aria-label={t('versions.of', { title: deck.title })} aria-busy={versions.isPending}>
          {items.map((version) => (
            <VersionRow
              key={version.id}
              deck={deck}
              version={version}
              current={current}
              changeable={changeable}
              hasPictures={hasPictures}
            />
          ))}
        </ul>
        {items.length === 1 && <p className="versions-hint">{t('versions.onlyOne')}</p>}
        {changeable && (
          <Button className="versions-replace" variant="default" onClick={() => deckDialogs.open({ show: 'replace', deck })}>
            {t('versions.replaceItem')}
          </Button>
        )}
      </Dialog>
    </FileCatcher>
  );
}
