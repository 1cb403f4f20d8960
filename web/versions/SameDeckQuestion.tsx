import { useStore } from '@nanostores/react';
import { Suspense } from 'react';
import { withLaterTexts } from '#web/lib/i18n.ts';
import { lazyPart } from '#web/lib/page/lazy-part.tsx';
import { $matchedFiles } from '#web/uploads/new-decks.ts';
import { $packRequests } from '#web/uploads/packing/pack-requests.ts';

const SameDeckDialog = lazyPart(async () => (await withLaterTexts(() => import('./SameDeckDialog.tsx'))).SameDeckDialog);

/**
 * Asks what becomes of files that very probably are new versions of existing decks. What has to be packed is packed first, so that there
 * is one question about everything that was dropped.
 */
export function SameDeckQuestion() {
  const files = useStore($matchedFiles);
  const isPacking = useStore($packRequests).length > 0;
  if (files.length === 0 || isPacking) return null;
  return (
    <Suspense>
      <SameDeckDialog files={files} />
    </Suspense>
  );
}
