import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { trpc } from '#web/lib/trpc.ts';

/** Tells admins why decks have no pictures, and how they get them. Nothing while pictures are made. */
export function NoPictures() {
  const { t } = useTranslation();
  const { user } = useRouteContext({ from: '/members' });
  const { data } = useQuery({ ...trpc.health.renderer.queryOptions(), enabled: user.role === 'admin', staleTime: 5 * 60_000 });
  if (data?.state !== 'off' && data?.state !== 'unavailable') return null;
  return (
    <p className="no-pictures">
      {t('library.noPictures')} <Link to="/admin/system">{t('library.getPictures')}</Link>
    </p>
  );
}
