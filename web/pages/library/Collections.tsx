import { lazy, Suspense } from 'react';
import type { CollectionsNavProps } from '#web/collections/CollectionsNav.tsx';
import { whenConnected } from '#web/lib/when-connected.ts';

const CollectionsNav = lazy(async () => ({
  default: (await whenConnected(() => import('#web/collections/CollectionsNav.tsx'))).CollectionsNav,
}));

/** The collections above the decks. They are loaded after the page; until then their place is empty, so that nothing moves. */
export function Collections(props: CollectionsNavProps) {
  return (
    <Suspense fallback={<div className="collections-wait" />}>
      <CollectionsNav {...props} />
    </Suspense>
  );
}
