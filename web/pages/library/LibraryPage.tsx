import './library.css';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { useLiveLibrary } from '#web/decks/use-live-library.ts';
import { DropAnywhere } from '#web/uploads/DropAnywhere.tsx';
import { Collections } from './Collections.tsx';
import { DeckGrid } from './DeckGrid.tsx';
import { keepFirstFocus } from './first-decks.ts';
import { type LibrarySearch, readLibrarySearch } from './library-search.ts';
import { Toolbar } from './Toolbar.tsx';
import { useLibrarySections } from './use-library-sections.tsx';

export { keepFirstDecks } from './first-decks.ts';

export function LibraryPage() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/members/layout/' });
  const navigate = useNavigate({ from: '/' });
  const change = (part: LibrarySearch) =>
    void navigate({ search: readLibrarySearch({ ...search, ...part }), replace: true, resetScroll: false });
  const title = t(search.starred ? 'library.starredTitle' : 'library.title');
  useDocumentTitle(title);
  useLiveLibrary();
  useEffect(keepFirstFocus, []);
  return (
    <>
      <h1 className="visually-hidden">{title}</h1>
      <Toolbar search={search} adds onChange={change} />
      <Collections shown={search.starred ? 'starred' : 'all'} />
      <DeckGrid search={search} sections={useLibrarySections(search)} />
      <DropAnywhere />
    </>
  );
}
