import '#web/ui/ledger.css';
import './trash.css';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouteContext, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { useLiveLibrary } from '#web/decks/use-live-library.ts';
import { Segments } from '#web/ui/Segments.tsx';
import { trpc } from '#web/lib/trpc.ts';
import { TrashList } from './TrashList.tsx';

export function TrashPage() {
  const { t } = useTranslation();
  const { user } = useRouteContext({ from: '/members' });
  const { owner } = useSearch({ from: '/members/layout/trash' });
  const navigate = useNavigate();
  useDocumentTitle(t('trashPage.title'));
  useLiveLibrary();
  const keepsDecks = useQuery(trpc.trash.settings.queryOptions()).data?.days !== 0;
  const isAdmin = user.role === 'admin';
  return (
    <div className="ledger">
      <header>
        <h1>{t('trashPage.title')}</h1>
        <p>{keepsDecks ? t('trashPage.lead') : t('trashPage.offLead')}</p>
      </header>
      {isAdmin && (
        <Segments
          label={t('trashPage.whose')}
          value={owner ?? 'me'}
          options={[
            { value: 'me', label: t('trashPage.mine') },
            { value: 'all', label: t('trashPage.all') },
          ]}
          onChange={(value) =>
            void navigate({ to: '/trash', search: { owner: value === 'all' ? value : undefined }, replace: true })
          }
        />
      )}
      <TrashList owner={isAdmin ? (owner ?? 'me') : 'me'} keepsDecks={keepsDecks} />
    </div>
  );
}
