import { Suspense, lazy, useSyncExternalStore } from 'react';
import { withTexts } from '#web/lib/i18n.ts';
import { packRequests } from './pack-requests.ts';

const PackDialog = lazy(async () => ({ default: (await withTexts(() => import('./PackDialog.tsx'), 'packing')()).PackDialog }));

/** The dialog for what was dropped or chosen, one after the other. */
export function PackDialogs() {
  const [request] = useSyncExternalStore(packRequests.subscribe, packRequests.all);
  if (request === undefined) return null;
  return (
    <Suspense>
      <PackDialog key={request.id} source={request.source} onClose={packRequests.next} />
    </Suspense>
  );
}
