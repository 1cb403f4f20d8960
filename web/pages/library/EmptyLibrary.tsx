import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Plain } from '#web/ui/Plain.tsx';
import { AddDeckButton } from '#web/uploads/AddDeckButton.tsx';
import { SampleDeckButton } from '#web/uploads/SampleDeckButton.tsx';
import type { LibrarySearch } from './library-search.ts';

export function EmptyLibrary({ search }: { search: LibrarySearch }) {
  const { t } = useTranslation();
  const showAll = (
    <Link to="/" className="quiet-link">
      {t('library.showAll')}
    </Link>
  );
  if (search.q !== undefined) {
    return (
      <Plain title={t('library.noneFoundTitle')} action={showAll}>
        <p>{t('library.noneFoundLead', { query: search.q })}</p>
      </Plain>
    );
  }
  if (search.owner === 'team') return <Plain title={t('library.noneTeamTitle')} action={showAll} />;
  return <FirstDeck mine={search.owner === 'me'} />;
}

function FirstDeck({ mine }: { mine: boolean }) {
  const { t } = useTranslation();
  return (
    <Plain
      title={t(mine ? 'library.noneMineTitle' : 'library.emptyTitle')}
      action={
        <>
          <AddDeckButton size="md">{t('library.choose')}</AddDeckButton>
          <SampleDeckButton />
        </>
      }
    >
      <p>{t('library.emptyLead')}</p>
      <dl className="recipes">
        <Recipe label={t('library.emptyFolder')} command="npx -p deck-format stage pack slides/ -o talk.stage" />
        <Recipe label={t('library.emptyReveal')} command="npx -p deck-format stage pack talk.html -o talk.stage" />
      </dl>
      <p>{t('library.emptyThen')}</p>
    </Plain>
  );
}

function Recipe({ label, command }: { label: string; command: string }) {
  const { t } = useTranslation();
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <code>{command}</code>
        <CopyButton variant="subtle" text={command} label={t('shell.copy')} copiedLabel={t('shell.copied')} />
      </dd>
    </div>
  );
}
