import './collections.css';
import { useStore } from '@nanostores/react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconBooks, IconLock, IconPlus, IconStar } from '@tabler/icons-react';
import { Link, useRouteContext } from '@tanstack/react-router';
import { type DragEvent, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Collection } from '#shared/collections.ts';
import { whenConnected } from '#web/lib/when-connected.ts';
import { lazyPart } from '#web/lib/page/lazy-part.tsx';
import { $draggedDecks, deckDrag } from './deck-drag.ts';
import { addToCollection, collectionsQuery, mayFill } from './collections.ts';

const CollectionDialog = lazyPart(async () => (await whenConnected(() => import('./CollectionDialog.tsx'))).CollectionDialog);

export interface CollectionsNavProps {
  /** What the page shows: all decks, those with a star, or a collection by its id. */
  shown: 'all' | 'starred' | (string & {});
}

/**
 * The library, the starred decks and the collections, each a link to its page. Decks can be dropped on collections: while decks are dragged,
 * the row stays where it is, or is at the top of the window if the page is scrolled.
 */
export function CollectionsNav({ shown }: CollectionsNavProps) {
  const { t } = useTranslation();
  const list = useInfiniteQuery(collectionsQuery());
  const dragged = useStore($draggedDecks);
  const [creating, setCreating] = useState(false);
  const collections = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <div className="collections-place" data-dragging={dragged !== null}>
      <nav className="collections-nav" aria-label={t('collections.title')}>
        <ul>
          <li>
            <Link to="/" activeOptions={{ exact: true }} aria-current={shown === 'all' ? 'page' : undefined} activeProps={{}}>
              <IconBooks size={16} aria-hidden />
              {t('library.title')}
            </Link>
          </li>
          <li>
            <Link to="/" search={{ starred: true }} aria-current={shown === 'starred' ? 'page' : undefined} activeProps={{}}>
              <IconStar size={16} aria-hidden />
              {t('library.starred')}
            </Link>
          </li>
          {collections.map((collection) => (
            <CollectionLink key={collection.id} collection={collection} isShown={shown === collection.id} />
          ))}
          {list.hasNextPage && (
            <li>
              <button type="button" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {t('shell.more')}
              </button>
            </li>
          )}
          <li>
            <button type="button" onClick={() => setCreating(true)}>
              <IconPlus size={16} aria-hidden />
              {t('collections.new')}
            </button>
          </li>
        </ul>
      </nav>
      {creating && (
        <Suspense>
          <CollectionDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </div>
  );
}

function CollectionLink({ collection, isShown }: { collection: Collection; isShown: boolean }) {
  const { t } = useTranslation();
  const { user } = useRouteContext({ from: '/members' });
  const dragged = useStore($draggedDecks);
  const [over, setOver] = useState(false);
  const takes = dragged !== null && mayFill(user, collection) && !isShown;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    deckDrag.end();
    if (dragged !== null) void addToCollection(collection, dragged);
  };
  return (
    <li>
      <Link
        to="/collections/$collectionId"
        params={{ collectionId: collection.id }}
        aria-current={isShown ? 'page' : undefined}
        activeProps={{}}
        data-takes={takes}
        data-over={takes && over}
        {...(takes && {
          onDragEnter: (event: DragEvent) => {
            event.preventDefault();
            setOver(true);
          },
          onDragLeave: () => setOver(false),
          onDragOver: (event: DragEvent) => event.preventDefault(),
          onDrop: drop,
        })}
      >
        {collection.visibility === 'private' && <IconLock size={14} aria-label={t('collections.visibility.private')} />}
        <span className="collection-name" dir="auto">
          {collection.name}
        </span>
        <span className="collection-count" aria-hidden="true">
          {collection.deckCount}
        </span>
        <span className="visually-hidden">{t('collections.decks', { count: collection.deckCount })}</span>
      </Link>
    </li>
  );
}
