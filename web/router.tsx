import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { setOut } from '#web/lib/arrival.ts';
import { withTexts } from '#web/lib/i18n.ts';
import { loadSession } from '#web/lib/session.ts';
import { readLibrarySearch } from '#web/pages/library/library-search.ts';
import { readSignInSearch } from '#web/pages/sign-in/sign-in-search.ts';
import { Failed, NotFound } from '#web/shell/LostPages.tsx';
import { Ground } from '#web/shell/Ground.tsx';

const ground = createRootRoute({ component: Ground, notFoundComponent: NotFound, errorComponent: Failed });

const signIn = createRoute({
  getParentRoute: () => ground,
  path: 'sign-in',
  validateSearch: readSignInSearch,
  component: lazyRouteComponent(
    withTexts(() => import('#web/pages/sign-in/SignInPage.tsx')),
    'SignInPage',
  ),
});

const join = createRoute({
  getParentRoute: () => ground,
  path: 'join',
  component: lazyRouteComponent(
    withTexts(() => import('#web/pages/join/JoinPage.tsx')),
    'JoinPage',
  ),
});

/** Everything behind it needs somebody to be signed in. */
const members = createRoute({
  getParentRoute: () => ground,
  id: 'members',
  beforeLoad: async ({ location }) => {
    const session = await loadSession();
    if (session === null) throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { to: location.href } });
    return { user: session.user };
  },
});

const house = createRoute({
  getParentRoute: () => members,
  id: 'house',
  component: lazyRouteComponent(
    withTexts(() => import('#web/shell/House.tsx'), 'decks'),
    'House',
  ),
});

const library = createRoute({
  getParentRoute: () => house,
  path: '/',
  validateSearch: readLibrarySearch,
  component: lazyRouteComponent(
    withTexts(() => import('#web/pages/library/LibraryPage.tsx'), 'decks', 'library'),
    'LibraryPage',
  ),
});

const invites = createRoute({
  getParentRoute: () => house,
  path: 'admin/invites',
  component: lazyRouteComponent(
    withTexts(() => import('#web/pages/invites/InvitesPage.tsx'), 'office'),
    'InvitesPage',
  ),
});

const users = createRoute({
  getParentRoute: () => house,
  path: 'admin/users',
  component: lazyRouteComponent(
    withTexts(() => import('#web/pages/users/UsersPage.tsx'), 'office'),
    'UsersPage',
  ),
});

/** Names of events begin like the texts of decks (`deck.deleted`), so it brings those, too (`lint/texts.test.ts`). */
const audit = createRoute({
  getParentRoute: () => house,
  path: 'admin/audit',
  component: lazyRouteComponent(
    withTexts(() => import('#web/pages/audit/AuditPage.tsx'), 'decks', 'office'),
    'AuditPage',
  ),
});

const account = createRoute({
  getParentRoute: () => house,
  path: 'account',
  component: lazyRouteComponent(
    withTexts(() => import('#web/pages/account/AccountPage.tsx'), 'office'),
    'AccountPage',
  ),
});

const keys = createRoute({
  getParentRoute: () => house,
  path: 'account/keys',
  component: lazyRouteComponent(
    withTexts(() => import('#web/pages/keys/KeysPage.tsx'), 'office'),
    'KeysPage',
  ),
});

const deckPage = lazyRouteComponent(
  withTexts(() => import('#web/pages/decks/DeckPage.tsx'), 'decks', 'stage'),
  'DeckPage',
);
/** In its own time: the page is shown whether that has come or not. */
const readAhead = ({ params: { deckId } }: { params: { deckId: string } }): void =>
  void import('#web/decks/read-ahead.ts').then((part) => part.readAhead(deckId)).catch(() => undefined);
const deck = createRoute({ getParentRoute: () => members, path: 'decks/$deckId', component: deckPage, loader: readAhead });
const slide = createRoute({ getParentRoute: () => deck, path: '$slideNumber' });

const present = createRoute({
  getParentRoute: () => members,
  path: 'decks/$deckId/present',
  loader: readAhead,
  component: lazyRouteComponent(
    withTexts(() => import('#web/pages/present/PresentPage.tsx'), 'decks', 'stage', 'presenter'),
    'PresentPage',
  ),
});

/** For a phone that is nobody's session: it loads nothing of the house. */
const remote = createRoute({
  getParentRoute: () => ground,
  path: 'remote',
  component: lazyRouteComponent(
    withTexts(() => import('#web/pages/remote/RemotePage.tsx'), 'remote'),
    'RemotePage',
  ),
});

const routeTree = ground.addChildren([
  signIn,
  join,
  remote,
  members.addChildren([house.addChildren([library, invites, users, audit, account, keys]), deck.addChildren([slide]), present]),
]);

export const router = createRouter({ routeTree, defaultPreload: 'intent', scrollRestoration: true });

router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => setOut(fromLocation?.pathname, toLocation.pathname));

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
