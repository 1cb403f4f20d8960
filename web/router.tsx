import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { focusNewHeading } from '#web/lib/focus-new-heading.ts';
import { loadSession } from '#web/lib/session.ts';
import { whenConnected } from '#web/lib/when-connected.ts';
import { readAuditSearch } from '#web/pages/audit/audit-search.ts';
import { readLibrarySearch } from '#web/pages/library/library-search.ts';
import { readSignInSearch } from '#web/pages/sign-in/sign-in-search.ts';
import { Failed, NotFound } from '#web/shell/LostPages.tsx';
import { RootLayout } from '#web/shell/RootLayout.tsx';

const root = createRootRoute({ component: RootLayout, notFoundComponent: NotFound, errorComponent: Failed });

const signIn = createRoute({
  getParentRoute: () => root,
  path: 'sign-in',
  validateSearch: readSignInSearch,
  component: lazyRouteComponent(() => whenConnected(() => import('#web/pages/sign-in/SignInPage.tsx')), 'SignInPage'),
});

const join = createRoute({
  getParentRoute: () => root,
  path: 'join',
  component: lazyRouteComponent(() => whenConnected(() => import('#web/pages/join/JoinPage.tsx')), 'JoinPage'),
});

/** Pages that require a signed-in user. */
const members = createRoute({
  getParentRoute: () => root,
  id: 'members',
  beforeLoad: async ({ location }) => {
    const session = await loadSession();
    if (session === null) throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { to: location.href } });
    return { user: session.user };
  },
});

const layout = createRoute({
  getParentRoute: () => members,
  id: 'layout',
  component: lazyRouteComponent(() => whenConnected(() => import('#web/shell/AppLayout.tsx')), 'AppLayout'),
});

const library = createRoute({
  getParentRoute: () => layout,
  path: '/',
  validateSearch: readLibrarySearch,
  component: lazyRouteComponent(() => whenConnected(() => import('#web/pages/library/LibraryPage.tsx')), 'LibraryPage'),
});

const invites = createRoute({
  getParentRoute: () => layout,
  path: 'admin/invites',
  component: lazyRouteComponent(() => whenConnected(() => import('#web/pages/invites/InvitesPage.tsx')), 'InvitesPage'),
});

const users = createRoute({
  getParentRoute: () => layout,
  path: 'admin/users',
  component: lazyRouteComponent(() => whenConnected(() => import('#web/pages/users/UsersPage.tsx')), 'UsersPage'),
});

const audit = createRoute({
  getParentRoute: () => layout,
  path: 'admin/audit',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => whenConnected(() => import('#web/pages/audit/AuditPage.tsx')), 'AuditPage'),
});

const account = createRoute({
  getParentRoute: () => layout,
  path: 'account',
  component: lazyRouteComponent(() => whenConnected(() => import('#web/pages/account/AccountPage.tsx')), 'AccountPage'),
});

const keys = createRoute({
  getParentRoute: () => layout,
  path: 'account/keys',
  component: lazyRouteComponent(() => whenConnected(() => import('#web/pages/keys/KeysPage.tsx')), 'KeysPage'),
});

const deckPage = lazyRouteComponent(() => whenConnected(() => import('#web/pages/decks/DeckPage.tsx')), 'DeckPage');
/** Runs in parallel: the page does not wait for it. */
const readAhead = ({ params: { deckId } }: { params: { deckId: string } }): void =>
  void import('#web/decks/read-ahead.ts').then((part) => part.readAhead(deckId)).catch(() => undefined);
const deck = createRoute({ getParentRoute: () => members, path: 'decks/$deckId', component: deckPage, loader: readAhead });
const slide = createRoute({ getParentRoute: () => deck, path: '$slideNumber' });

const present = createRoute({
  getParentRoute: () => members,
  path: 'decks/$deckId/present',
  loader: readAhead,
  component: lazyRouteComponent(() => whenConnected(() => import('#web/pages/present/PresentPage.tsx')), 'PresentPage'),
});

/** The page for phones as remotes. They have no session and load no other part of the application. */
const remote = createRoute({
  getParentRoute: () => root,
  path: 'remote',
  component: lazyRouteComponent(() => whenConnected(() => import('#web/pages/remote/RemotePage.tsx')), 'RemotePage'),
});

const routeTree = root.addChildren([
  signIn,
  join,
  remote,
  members.addChildren([layout.addChildren([library, invites, users, audit, account, keys]), deck.addChildren([slide]), present]),
]);

export const router = createRouter({ routeTree, defaultPreload: 'intent', scrollRestoration: true });

router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) =>
  focusNewHeading(fromLocation?.pathname, toLocation.pathname),
);

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
