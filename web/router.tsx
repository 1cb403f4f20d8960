import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { readPrintSearch } from '#web/exports/print/print-choices.ts';
import { parseParameters, writeParameters } from '#web/lib/page/parameters.ts';
import { focusNewHeading } from '#web/lib/page/focus-new-heading.ts';
import { animateWantedLinks } from '#web/lib/page/view-transitions.ts';
import { withLaterTexts } from '#web/lib/i18n.ts';
import { loadSession, ownSession } from '#web/lib/session.ts';
import { whenConnected } from '#web/lib/when-connected.ts';
import { readAuditSearch } from '#web/pages/audit/audit-search.ts';
import { readCompareSearch } from '#web/pages/compare/compare-search.ts';
import { readDeckSearch } from '#web/pages/decks/deck-search.ts';
import { readLibrarySearch } from '#web/pages/library/library-search.ts';
import { readSearchFilters } from '#web/pages/search/search-filters.ts';
import { readTrashSearch } from '#web/pages/trash/trash-search.ts';
import { readSignInSearch } from '#web/pages/sign-in/sign-in-search.ts';
import { Failed, NotFound } from '#web/shell/LostPages.tsx';
import { RootLayout } from '#web/shell/RootLayout.tsx';
import { loadLayout, PAGES } from './page-list.ts';

/** The component `name` of a module that is loaded with the page. */
const lazyPage: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => whenConnected(load), name);

/** The same for a page with texts that are in `web/locales/later`. */
const lazyPageWithTexts: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => withLaterTexts(load), name);

const root = createRootRoute({ component: RootLayout, notFoundComponent: NotFound, errorComponent: Failed });

const signIn = createRoute({
  getParentRoute: () => root,
  path: PAGES.open.signIn.path,
  validateSearch: readSignInSearch,
  component: lazyPage(PAGES.open.signIn.load, 'SignInPage'),
});

const join = createRoute({
  getParentRoute: () => root,
  path: PAGES.open.join.path,
  component: lazyPageWithTexts(PAGES.open.join.load, 'JoinPage'),
});

const forgottenPassword = createRoute({
  getParentRoute: () => root,
  path: PAGES.open.forgottenPassword.path,
  component: lazyPageWithTexts(PAGES.open.forgottenPassword.load, 'ForgottenPasswordPage'),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: PAGES.open.resetPassword.path,
  component: lazyPageWithTexts(PAGES.open.resetPassword.load, 'ResetPasswordPage'),
});

const remote = createRoute({
  getParentRoute: () => root,
  path: PAGES.open.remote.path,
  component: lazyPageWithTexts(PAGES.open.remote.load, 'RemotePage'),
});

const twoFactor = createRoute({
  getParentRoute: () => root,
  path: PAGES.open.twoFactor.path,
  validateSearch: readSignInSearch,
  beforeLoad: async () => {
    if ((await loadSession()) === null) throw redirect({ to: '/sign-in' });
  },
  component: lazyPageWithTexts(PAGES.open.twoFactor.load, 'TwoFactorPage'),
});

/** Leads admins without a second factor, which the server requires of them, to the page that sets one up. */
function requireAdminRights({ location }: { location: { href: string } }): void {
  if (ownSession().withheld !== null) throw redirect({ to: '/two-factor', search: { to: location.href } });
}

/** Pages that require a signed-in user. */
const members = createRoute({
  getParentRoute: () => root,
  id: 'members',
  beforeLoad: async ({ location }) => {
    const session = await loadSession();
    if (session === null) throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { to: location.href } });
    if (session.withheld === 'everything') throw redirect({ to: '/two-factor', search: { to: location.href } });
    return { user: session.user };
  },
});

const layout = createRoute({
  getParentRoute: () => members,
  id: 'layout',
  component: lazyPage(loadLayout, 'AppLayout'),
});

/** Before the first render, which shows the decks that the server wrote into the page. */
const keepFirstDecks = (): Promise<void> =>
  PAGES.layout.library
    .load()
    .then((part) => part.keepFirstDecks())
    .catch(() => undefined);

const library = createRoute({
  getParentRoute: () => layout,
  path: PAGES.layout.library.path,
  validateSearch: readLibrarySearch,
  loader: keepFirstDecks,
  component: lazyPage(PAGES.layout.library.load, 'LibraryPage'),
});

const collection = createRoute({
  getParentRoute: () => layout,
  path: PAGES.layout.collection.path,
  validateSearch: readLibrarySearch,
  component: lazyPage(PAGES.layout.collection.load, 'CollectionPage'),
});

const invites = createRoute({
  getParentRoute: () => layout,
  path: PAGES.layout.invites.path,
  beforeLoad: requireAdminRights,
  component: lazyPageWithTexts(PAGES.layout.invites.load, 'InvitesPage'),
});

const users = createRoute({
  getParentRoute: () => layout,
  path: PAGES.layout.users.path,
  beforeLoad: requireAdminRights,
  component: lazyPageWithTexts(PAGES.layout.users.load, 'UsersPage'),
});

const audit = createRoute({
  getParentRoute: () => layout,
  path: PAGES.layout.audit.path,
  beforeLoad: requireAdminRights,
  validateSearch: readAuditSearch,
  component: lazyPageWithTexts(PAGES.layout.audit.load, 'AuditPage'),
});

const system = createRoute({
  getParentRoute: () => layout,
  path: PAGES.layout.system.path,
  component: lazyPageWithTexts(PAGES.layout.system.load, 'SystemPage'),
});

const account = createRoute({
  getParentRoute: () => layout,
  path: PAGES.layout.account.path,
  component: lazyPageWithTexts(PAGES.layout.account.load, 'AccountPage'),
});

const keys = createRoute({
  getParentRoute: () => layout,
  path: PAGES.layout.keys.path,
  component: lazyPageWithTexts(PAGES.layout.keys.load, 'KeysPage'),
});

const search = createRoute({
  getParentRoute: () => layout,
  path: PAGES.layout.search.path,
  validateSearch: readSearchFilters,
  component: lazyPageWithTexts(PAGES.layout.search.load, 'SearchPage'),
});

const trash = createRoute({
  getParentRoute: () => layout,
  path: PAGES.layout.trash.path,
  validateSearch: readTrashSearch,
  component: lazyPageWithTexts(PAGES.layout.trash.load, 'TrashPage'),
});

const compare = createRoute({
  getParentRoute: () => layout,
  path: PAGES.layout.compare.path,
  validateSearch: readCompareSearch,
  component: lazyPageWithTexts(PAGES.layout.compare.load, 'ComparePage'),
});

const visits = createRoute({
  getParentRoute: () => layout,
  path: PAGES.layout.visits.path,
  component: lazyPageWithTexts(PAGES.layout.visits.load, 'VisitsPage'),
});

const print = createRoute({
  getParentRoute: () => layout,
  path: PAGES.layout.print.path,
  validateSearch: readPrintSearch,
  component: lazyPageWithTexts(PAGES.layout.print.load, 'PrintPage'),
});

/** The page waits until the requests are sent, not for the answers: what the server wrote into the page is in the cache then. */
const readAhead = ({ params: { deckId } }: { params: { deckId: string } }): Promise<void> =>
  import('#web/decks/read-ahead.ts').then((part) => part.readAhead(deckId)).catch(() => undefined);

const deck = createRoute({
  getParentRoute: () => members,
  path: PAGES.stage.deck.path,
  validateSearch: readDeckSearch,
  loader: readAhead,
  component: lazyPage(PAGES.stage.deck.load, 'DeckPage'),
});
const slide = createRoute({ getParentRoute: () => deck, path: PAGES.stage.deck.below });

const present = createRoute({
  getParentRoute: () => members,
  path: PAGES.stage.present.path,
  loader: readAhead,
  component: lazyPageWithTexts(PAGES.stage.present.load, 'PresentPage'),
});

const routeTree = root.addChildren([
  signIn,
  join,
  forgottenPassword,
  resetPassword,
  twoFactor,
  remote,
  members.addChildren([
    layout.addChildren([
      library,
      collection,
      search,
      trash,
      invites,
      users,
      audit,
      system,
      account,
      keys,
      compare,
      visits,
      print,
    ]),
    deck.addChildren([slide]),
    present,
  ]),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: true,
  parseSearch: parseParameters,
  stringifySearch: writeParameters,
});
animateWantedLinks(router);

router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) =>
  focusNewHeading(fromLocation?.pathname, toLocation.pathname),
);

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
