import type { AuditTrail } from '#server/audit-trail/audit-trail.repo.ts';
import type { Actor } from '#server/auth/actor.ts';
import { type Pages, jsonText } from './pages.ts';
import type { OwnAccountRepo } from './own-account.repo.ts';
import type { OwnDecksRepo, OwnDeckRow, OwnPackage } from './own-decks.repo.ts';
import type { OwnWritingRepo } from './own-writing.repo.ts';

/** A file of the archive: text that is made while it is read, or a stored package. */
export type OwnFile =
  | { readonly name: string; readonly text: AsyncIterable<string> }
  | { readonly name: string; readonly stored: OwnPackage };

interface Dependencies {
  readonly account: OwnAccountRepo;
  readonly decks: OwnDecksRepo;
  readonly writing: OwnWritingRepo;
  readonly trail: Pick<AuditTrail, 'record'>;
  readonly questions: {
    /** The questions that a user has asked in talks, while the talks are kept. */
    readonly askedBy: (userId: string) => Pages;
  };
}

/** Everything that is stored about a person, for the person. `own-data.test.ts` checks that no table is missing. */
export class OwnDataService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Records that the person takes an archive. */
  async begin({ userId, name }: Actor): Promise<void> {
    await this.#dependencies.trail.record({ kind: 'user.archived', actor: { id: userId, name }, details: {} });
  }

  /**
   * The files of the archive. Each is read when it is its turn, and in pages, so that little of it is in memory.
   *
   * @param nameFor names the package of a deck by its title: each name once
   */
  async *files(actor: Actor, nameFor: (title: string) => string): AsyncGenerator<OwnFile> {
    const { account, decks, writing, questions } = this.#dependencies;
    const { userId } = actor;
    const text = (name: string, members: Parameters<typeof jsonText>[0]) => ({ name, text: jsonText(members) });
    yield text('person.json', {
      person: await account.person(userId),
      signIn: await account.signIn(userId),
      sessions: account.sessions(userId),
      trustedDevices: account.trustedDevices(userId),
      apiKeys: account.keys(userId),
      trust: account.trust(userId),
      invites: account.invites(userId),
    });
    const packages: { readonly id: string; readonly file: string }[] = [];
    const named = withFiles(decks.decks(userId), ({ id, title }) => {
      const file = nameFor(title);
      packages.push({ id, file });
      return file;
    });
    yield text('decks.json', {
      decks: named,
      versions: decks.versions(actor),
      sharedWithYou: decks.shares(actor),
      exports: decks.exports(userId),
    });
    yield text('notes.json', { notes: writing.notes(actor), history: writing.noteHistory(actor) });
    yield text('drawings.json', { annotations: writing.annotations(actor), strokes: writing.strokes(actor) });
    yield text('collections.json', { collections: decks.collections(userId), stars: decks.stars(actor) });
    yield text('openings.json', { openings: decks.openings(actor) });
    yield text('talks.json', {
      talks: decks.talks(actor),
      audiences: decks.audiences(userId),
      questions: questions.askedBy(userId),
    });
    yield text('links.json', { links: decks.links(actor) });
    yield text('audit.json', { events: account.audit(userId) });
    for (const { id, file } of packages) {
      const stored = await decks.package(userId, id);
      // The deck was deleted or given away meanwhile.
      if (stored !== null) yield { name: file, stored };
    }
  }
}

async function* withFiles(pages: Pages<OwnDeckRow>, fileOf: (deck: OwnDeckRow) => string): Pages {
  for await (const rows of pages) yield rows.map((deck) => ({ file: fileOf(deck), ...deck }));
}
