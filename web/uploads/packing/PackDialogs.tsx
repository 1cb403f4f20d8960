import { useStore } from '@nanostores/react';
import { Suspense } from 'react';
import { withLaterTexts } from '#web/lib/i18n.ts';
import { lazyPart } from '#web/lib/page/lazy-part.tsx';
import { $packRequests, packRequests } from './pack-requests.ts';

const PackDialog = lazyPart(async () => (await withLaterTexts(() => import('./PackDialog.tsx'))).PackDialog);

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
