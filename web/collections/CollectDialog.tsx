import './collections.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconLock, IconPlus, IconUsers } from '@tabler/icons-react';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Collection } from '#shared/collections.ts';
import type { Deck } from '#shared/decks.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { CollectionDialog } from './CollectionDialog.tsx';
import { addToCollection, collectionsQuery, mayFill } from './collections.ts';

interface CollectDialogProps {
  decks: readonly Pick<Deck, 'id' | 'title'>[];
  onClose: () => void;
}

/** From this number on, a field finds collections by their names. */
const FILTERED_FROM = 8;

/** Puts decks into a collection that the user chooses or creates. */
export function CollectDialog({ decks, onClose }: CollectDialogProps) {
  const { t } = useTranslation();
  const { user } = useRouteContext({ from: '/members' });
  const list = useInfiniteQuery(collectionsQuery());
  const [query, setQuery] = useState('');
  const [creating, setCreating] = useState(false);
  const all = list.data?.pages.flatMap(({ items }) => items).filter((collection) => mayFill(user, collection)) ?? [];
  const found = all.filter(({ name }) => name.toLocaleLowerCase().includes(query.trim().toLocaleLowerCase()));
  const choose = (collection: Collection) => {
    onClose();
    void addToCollection(collection, decks);
  };
  if (creating) return <CollectionDialog onCreated={choose} onClose={() => setCreating(false)} />;
  const [only, ...others] = decks;
  return (
    <Dialog
      title={
        only !== undefined && others.length === 0
          ? t('collections.addOneTitle', { title: only.title })
          : t('collections.addSeveralTitle', { count: decks.length })
      }
      closeLabel={t('shell.close')}
      onClose={onClose}
    >
      {all.length >= FILTERED_FROM && (
        <TextField
          type="search"
          aria-label={t('collections.find')}
          placeholder={t('collections.find')}
          value={query}
          data-autofocus
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      )}
      {list.isError && <p role="alert">{faultWords(list.error, t)}</p>}
      <ul className="collect-list" aria-label={t('collections.title')} aria-busy={list.isPending}>
        {found.map((collection, index) => (
          <li key={collection.id}>
            <button
              type="button"
              data-autofocus={index === 0 && all.length < FILTERED_FROM ? true : undefined}
              onClick={() => choose(collection)}
            >
              {collection.visibility === 'team' ? <IconUsers size={16} aria-hidden /> : <IconLock size={16} aria-hidden />}
              <span className="collection-name" dir="auto">
                {collection.name}
              </span>
              <span className="collection-count">{t('collections.decks', { count: collection.deckCount })}</span>
            </button>
          </li>
        ))}
      </ul>
      {list.isSuccess && found.length === 0 && (
        <p className="collection-hint">{t(all.length === 0 ? 'collections.noneYet' : 'collections.noneFound')}</p>
      )}
      <div className="collect-end">
        {list.hasNextPage && (
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('shell.more')}
          </Button>
        )}
        <Button variant="default" icon={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
          {t('collections.new')}
        </Button>
      </div>
    </Dialog>
  );
}
