import '#web/pages/library/library.css';
import './collection-page.css';
import { useIsMutating, useQuery } from '@tanstack/react-query';
import { IconDots, IconLock, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react';
import { Link, useNavigate, useParams, useRouteContext, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Collection } from '#shared/collections.ts';
import { CollectionDialog } from '#web/collections/CollectionDialog.tsx';
import { ShownCollection } from '#web/collections/collection-context.ts';
import { mayManage } from '#web/collections/collections.ts';
import { DeleteCollection } from '#web/collections/DeleteCollection.tsx';
import { useLiveLibrary } from '#web/decks/use-live-library.ts';
import { faultFrom } from '#web/lib/fault.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Collections } from '#web/pages/library/Collections.tsx';
import { DeckGrid } from '#web/pages/library/DeckGrid.tsx';
import { EmptyLibrary } from '#web/pages/library/EmptyLibrary.tsx';
import { GridSkeleton } from '#web/pages/library/GridSkeleton.tsx';
import { type LibrarySearch, readLibrarySearch } from '#web/pages/library/library-search.ts';
import { Toolbar } from '#web/pages/library/Toolbar.tsx';
import { NO_SECTIONS } from '#web/pages/library/use-library-sections.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DropMenu, MenuItem } from '#web/ui/DropMenu.tsx';
import { Plain } from '#web/ui/Plain.tsx';

/** The decks of a collection that the user may read. */
export function CollectionPage() {
  const { t } = useTranslation();
  const { collectionId } = useParams({ from: '/members/layout/collections/$collectionId' });
  // The event of a deletion can come before its answer, with which this page is left.
  const isBeingDeleted = useIsMutating({ mutationKey: trpc.collections.delete.mutationKey() }) > 0;
  const collection = useQuery(trpc.collections.get.queryOptions({ id: collectionId }, { enabled: !isBeingDeleted }));
  useDocumentTitle(collection.data?.name ?? t('collections.title'));
  useLiveLibrary();

  if (collection.isError && (collection.data === undefined || faultFrom(collection.error).code === 'COLLECTION_NOT_FOUND')) {
    const isGone = faultFrom(collection.error).code === 'COLLECTION_NOT_FOUND';
    return (
      <Plain
        title={t(isGone ? 'collections.goneTitle' : 'shell.failedTitle')}
        action={
          isGone ? (
            <Link to="/" className="quiet-link">
              {t('library.showAll')}
            </Link>
          ) : (
            <Button onClick={() => void collection.refetch()}>{t('shell.tryAgain')}</Button>
          )
        }
      >
        <p>{faultWords(collection.error, t)}</p>
      </Plain>
    );
  }
  return (
    <>
      <Collections shown={collectionId} />
      {collection.data === undefined ? <GridSkeleton /> : <Shown key={collectionId} collection={collection.data} />}
    </>
  );
}

function Shown({ collection }: { collection: Collection }) {
  const { t } = useTranslation();
  const search = useSearch({ from: '/members/layout/collections/$collectionId' });
  const navigate = useNavigate({ from: '/collections/$collectionId' });
  const change = (part: LibrarySearch) =>
    void navigate({ search: readLibrarySearch({ ...search, ...part }), replace: true, resetScroll: false });
  const isFiltered = search.q !== undefined || search.owner !== undefined;
  const showsAll = (
    <Link from="/collections/$collectionId" to="." search={{}} className="quiet-link">
      {t('collections.showAll')}
    </Link>
  );
  return (
    <ShownCollection value={collection}>
      <Head collection={collection} />
      <Toolbar search={search} onChange={change} />
      <DeckGrid
        search={search}
        collection={collection.id}
        sections={NO_SECTIONS}
        empty={
          isFiltered ? (
            <EmptyLibrary search={search} showAll={showsAll} />
          ) : (
            <Plain inPage title={t('collections.emptyTitle')}>
              <p>{t('collections.emptyLead')}</p>
            </Plain>
          )
        }
      />
    </ShownCollection>
  );
}

function Head({ collection }: { collection: Collection }) {
  const { t } = useTranslation();
  const { user } = useRouteContext({ from: '/members' });
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  const { name, visibility, owner, deckCount } = collection;
  const Visibility = visibility === 'team' ? IconUsers : IconLock;
  const close = () => setDialog(null);
  return (
    <header className="collection-head">
      <div>
        <h1 dir="auto">{name}</h1>
        <p className="facts">
          <span>
            <Visibility size={14} aria-hidden /> {t(`collections.visibility.${visibility}`)}
          </span>
          <span>{owner.id === user.id ? t('deck.you') : owner.name}</span>
          <span>{t('collections.decks', { count: deckCount })}</span>
        </p>
      </div>
      {mayManage(user, collection) && (
        <DropMenu label={t('collections.actions', { name })} className="menu-button" icon={<IconDots size={18} aria-hidden />}>
          <MenuItem icon={<IconPencil size={16} aria-hidden />} onChoose={() => setDialog('edit')}>
            {t('collections.edit')}
          </MenuItem>
          <MenuItem destroys icon={<IconTrash size={16} aria-hidden />} onChoose={() => setDialog('delete')}>
            {t('collections.delete')}
          </MenuItem>
        </DropMenu>
      )}
      {dialog === 'edit' && <CollectionDialog collection={collection} onClose={close} />}
      {dialog === 'delete' && <DeleteCollection collection={collection} onClose={close} />}
    </header>
  );
}
