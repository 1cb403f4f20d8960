import './library.css';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { useLiveLibrary } from '#web/decks/use-live-library.ts';
import { DropAnywhere } from '#web/uploads/DropAnywhere.tsx';
import { DeckGrid } from './DeckGrid.tsx';
import { Toolbar } from './Toolbar.tsx';
import { useLibrarySections } from './use-library-sections.tsx';

export function LibraryPage() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/members/layout/' });
  useDocumentTitle(t('library.title'));
  useLiveLibrary();
  return (
    <>
      <h1 className="visually-hidden">{t('library.title')}</h1>
      <Toolbar search={search} />
      <DeckGrid search={search} sections={useLibrarySections(search)} />
      <DropAnywhere />
    </>
  );
}
