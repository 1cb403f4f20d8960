import '#web/ui/ledger.css';
import './trash.css';
import { useNavigate, useRouteContext, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '#web/lib/document-title.ts';
import { useLiveLibrary } from '#web/decks/use-live-library.ts';
import { Segments } from '#web/ui/Segments.tsx';
import { TrashList } from './TrashList.tsx';

export function TrashPage() {
  const { t } = useTranslation();
  const { user } = useRouteContext({ from: '/members' });
  const { owner } = useSearch({ from: '/members/layout/trash' });
  const navigate = useNavigate();
  useDocumentTitle(t('trash.title'));
  useLiveLibrary();
  const isAdmin = user.role === 'admin';
  return (
    <div className="ledger">
      <header>
        <h1>{t('trash.title')}</h1>
        <p>{t('trash.lead')}</p>
      </header>
      {isAdmin && (
        <Segments
          label={t('trash.whose')}
          value={owner ?? 'me'}
          options={[
            { value: 'me', label: t('trash.mine') },
            { value: 'all', label: t('trash.all') },
          ]}
          onChange={(value) =>
            void navigate({ to: '/trash', search: { owner: value === 'all' ? value : undefined }, replace: true })
          }
        />
      )}
      <TrashList owner={isAdmin ? (owner ?? 'me') : 'me'} />
    </div>
  );
}
