/** A page of the application. */
interface Page {
  /** Its address, as the router writes it: `$name` is a parameter. */
  readonly path: string;
  /** The rest of addresses below it that show the same page. */
  readonly below?: string;
  /** Loads its component. */
  readonly load: () => Promise<unknown>;
}

/**
 * All pages. The router, the HTML files that name what a page needs first (`scripts/first-load.ts`) and the server's choice of such a
 * file derive from this list. This module runs in Node too, so it imports pages only inside functions.
 */
export const PAGES = {
  /** Pages without a session. */
  open: {
    signIn: { path: '/sign-in', load: () => import('#web/pages/sign-in/SignInPage.tsx') },
    resetPassword: { path: '/reset-password', load: () => import('#web/pages/reset-password/ResetPasswordPage.tsx') },
    forgottenPassword: {
      path: '/forgotten-password',
      load: () => import('#web/pages/forgotten-password/ForgottenPasswordPage.tsx'),
    },
    join: { path: '/join', load: () => import('#web/pages/join/JoinPage.tsx') },
    /** For people of whom the server requires a second factor. They have a session. */
    twoFactor: { path: '/two-factor', load: () => import('#web/pages/two-factor/TwoFactorPage.tsx') },
    /** For phones as remotes, which load no other part of the application. */
    remote: { path: '/remote', load: () => import('#web/pages/remote/RemotePage.tsx') },
  },
  /** Pages for people who are signed in, with a header and navigation. */
  layout: {
    library: { path: '/', load: () => import('#web/pages/library/LibraryPage.tsx') },
    collection: { path: '/collections/$collectionId', load: () => import('#web/pages/collections/CollectionPage.tsx') },
    search: { path: '/search', load: () => import('#web/pages/search/SearchPage.tsx') },
    trash: { path: '/trash', load: () => import('#web/pages/trash/TrashPage.tsx') },
    invites: { path: '/admin/invites', load: () => import('#web/pages/invites/InvitesPage.tsx') },
    users: { path: '/admin/users', load: () => import('#web/pages/users/UsersPage.tsx') },
    audit: { path: '/admin/audit', load: () => import('#web/pages/audit/AuditPage.tsx') },
    system: { path: '/admin/system', load: () => import('#web/pages/system/SystemPage.tsx') },
    account: { path: '/account', load: () => import('#web/pages/account/AccountPage.tsx') },
    compare: { path: '/decks/$deckId/compare', load: () => import('#web/pages/compare/ComparePage.tsx') },
    visits: { path: '/decks/$deckId/visits', load: () => import('#web/pages/visits/VisitsPage.tsx') },
    print: { path: '/decks/$deckId/print', load: () => import('#web/pages/print/PrintPage.tsx') },
    keys: { path: '/account/keys', load: () => import('#web/pages/keys/KeysPage.tsx') },
  },
  /** Pages for people who are signed in, without a header: slides fill the window. */
  stage: {
    deck: { path: '/decks/$deckId', below: '$slideNumber', load: () => import('#web/pages/decks/DeckPage.tsx') },
    present: { path: '/decks/$deckId/present', load: () => import('#web/pages/present/PresentPage.tsx') },
  },
} as const satisfies Record<string, Record<string, Page>>;

/** Loads the header and navigation around the pages in `PAGES.layout`. */
export const loadLayout = () => import('#web/shell/AppLayout.tsx');
