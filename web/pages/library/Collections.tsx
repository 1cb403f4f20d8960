import { Suspense } from 'react';
import type { CollectionsNavProps } from '#web/collections/CollectionsNav.tsx';
import { whenConnected } from '#web/lib/when-connected.ts';
import { lazyPart } from '#web/lib/page/lazy-part.tsx';

const CollectionsNav = lazyPart(
  async () => (await whenConnected(() => import('#web/collections/CollectionsNav.tsx'))).CollectionsNav,
);

/** The collections above the decks. They are loaded after the page; until then their place is empty, so that nothing moves. */
export function Collections(props: CollectionsNavProps) {
  return (
    <Suspense fallback={<div className="collections-wait" />}>
      <CollectionsNav {...props} />
    </Suspense>
  );
}
