import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { queryClient } from '#web/lib/query-client.ts';
import { sessionQuery } from '#web/lib/session.ts';
import { readLibrarySearch } from '#web/pages/library/library-search.ts';
import { readSignInSearch } from '#web/pages/sign-in/sign-in-search.ts';
import { House } from '#web/shell/House.tsx';
import { Failed, NotFound } from '#web/shell/LostPages.tsx';
import { Ground } from '#web/shell/Ground.tsx';

const ground = createRootRoute({ component: Ground, notFoundComponent: NotFound, errorComponent: Failed });

const signIn = createRoute({
  getParentRoute: () => ground,
  path: 'sign-in',
  validateSearch: readSignInSearch,
  component: lazyRouteComponent(() => import('#web/pages/sign-in/SignInPage.tsx'), 'SignInPage'),
});

const join = createRoute({
  getParentRoute: () => ground,
  path: 'join',
  component: lazyRouteComponent(() => import('#web/pages/join/JoinPage.tsx'), 'JoinPage'),
});

/** Everything behind it needs somebody to be signed in. */
const members = createRoute({
  getParentRoute: () => ground,
  id: 'members',
  beforeLoad: async ({ location }) => {
    const session = await queryClient.query({ ...sessionQuery, staleTime: 'static' });
    if (session === null) throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { to: location.href } });
    return { user: session.user };
  },
});

const house = createRoute({ getParentRoute: () => members, id: 'house', component: House });

const library = createRoute({
  getParentRoute: () => house,
  path: '/',
  validateSearch: readLibrarySearch,
  component: lazyRouteComponent(() => import('#web/pages/library/LibraryPage.tsx'), 'LibraryPage'),
});

const invites = createRoute({
  getParentRoute: () => house,
  path: 'admin/invites',
  component: lazyRouteComponent(() => import('#web/pages/invites/InvitesPage.tsx'), 'InvitesPage'),
});

const users = createRoute({
  getParentRoute: () => house,
  path: 'admin/users',
  component: lazyRouteComponent(() => import('#web/pages/users/UsersPage.tsx'), 'UsersPage'),
});

const account = createRoute({
  getParentRoute: () => house,
  path: 'account',
  component: lazyRouteComponent(() => import('#web/pages/account/AccountPage.tsx'), 'AccountPage'),
});

const keys = createRoute({
  getParentRoute: () => house,
  path: 'account/keys',
  component: lazyRouteComponent(() => import('#web/pages/keys/KeysPage.tsx'), 'KeysPage'),
});

const deckPage = lazyRouteComponent(() => import('#web/pages/decks/DeckPage.tsx'), 'DeckPage');
const deck = createRoute({ getParentRoute: () => members, path: 'decks/$deckId', component: deckPage });
const slide = createRoute({ getParentRoute: () => deck, path: '$slideNumber' });

const present = createRoute({
  getParentRoute: () => members,
  path: 'decks/$deckId/present',
  component: lazyRouteComponent(() => import('#web/pages/present/PresentPage.tsx'), 'PresentPage'),
});

/** For a phone that is nobody's session: it loads nothing of the house. */
const remote = createRoute({
  getParentRoute: () => ground,
  path: 'remote',
  component: lazyRouteComponent(() => import('#web/pages/remote/RemotePage.tsx'), 'RemotePage'),
});

const routeTree = ground.addChildren([
  signIn,
  join,
  remote,
  members.addChildren([house.addChildren([library, invites, users, account, keys]), deck.addChildren([slide]), present]),
]);

export const router = createRouter({ routeTree, defaultPreload: 'intent', scrollRestoration: true });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
