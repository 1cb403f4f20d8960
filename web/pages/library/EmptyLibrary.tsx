import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Plain } from '#web/ui/Plain.tsx';
import { AddDeckButton } from '#web/uploads/AddDeckButton.tsx';
import { SampleDeckButton } from '#web/uploads/SampleDeckButton.tsx';
import type { LibrarySearch } from './library-search.ts';

interface EmptyLibraryProps {
  search: LibrarySearch;
  /** A link to all decks of the page. Default: to the library. */
  showAll?: ReactNode;
}

export function EmptyLibrary({ search, showAll: given }: EmptyLibraryProps) {
  const { t } = useTranslation();
  const showAll = given ?? (
    <Link to="/" className="quiet-link">
      {t('library.showAll')}
    </Link>
  );
  if (search.q !== undefined) {
    return (
      <Plain inPage title={t('library.noneFoundTitle')} action={showAll}>
        <p>{t('library.noneFoundLead', { query: search.q })}</p>
      </Plain>
    );
  }
  if (search.person !== undefined) return <Plain inPage title={t('library.nonePersonTitle')} action={showAll} />;
  if (search.starred)
    return (
      <Plain inPage title={t('library.noneStarredTitle')} action={showAll}>
        <p>{t('library.noneStarredLead')}</p>
      </Plain>
    );
  if (search.owner === 'team') return <Plain inPage title={t('library.noneTeamTitle')} action={showAll} />;
  if (search.owner === 'shared') return <Plain inPage title={t('library.noneSharedTitle')} action={showAll} />;
  if (search.owner === 'me' && given !== undefined) return <Plain inPage title={t('library.noneMineTitle')} action={showAll} />;
  return <FirstDeck mine={search.owner === 'me'} />;
}

function FirstDeck({ mine }: { mine: boolean }) {
  const { t } = useTranslation();
  return (
    <Plain
      inPage
      title={t(mine ? 'library.noneMineTitle' : 'library.emptyTitle')}
      action={
        <>
          <AddDeckButton size="large">{t('library.choose')}</AddDeckButton>
          <SampleDeckButton />
        </>
      }
    >
      <p>{t('library.emptyLead')}</p>
      <ul className="deck-sources">
        {(['folder', 'file', 'archive', 'package'] as const).map((kind) => (
          <li key={kind}>{t(`library.emptySources.${kind}`)}</li>
        ))}
      </ul>
    </Plain>
  );
}
