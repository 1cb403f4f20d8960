import { useStore } from '@nanostores/react';
import { Suspense, lazy } from 'react';
import { withLaterTexts } from '#web/lib/i18n.ts';
import { $packRequests, packRequests } from './pack-requests.ts';

const PackDialog = lazy(async () => ({
  default: (await withLaterTexts(() => import('./PackDialog.tsx'))).PackDialog,
}));

/** The dialog for what was dropped or chosen, one after the other. */
export function PackDialogs() {
  const [request] = useStore($packRequests);
  if (request === undefined) return null;
  return (
    <Suspense>
      <PackDialog key={request.id} source={request.source} onClose={packRequests.next} />
    </Suspense>
  );
}
