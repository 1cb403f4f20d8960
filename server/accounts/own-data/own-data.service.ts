import type { AuditTrail } from '#server/audit-trail/audit-trail.repo.ts';
import type { Actor } from '#server/auth/actor.ts';
import { type Pages, jsonText } from './pages.ts';
import type { OwnDataRepo, OwnDeckRow, OwnPackage } from './own-data.repo.ts';

/** A file of the archive: text that is made while it is read, or a stored package. */
export type OwnFile =
  | { readonly name: string; readonly text: AsyncIterable<string> }
  | { readonly name: string; readonly stored: OwnPackage };

interface Dependencies {
  readonly repo: OwnDataRepo;
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
    const { repo, questions } = this.#dependencies;
    const { userId } = actor;
    const text = (name: string, members: Parameters<typeof jsonText>[0]) => ({ name, text: jsonText(members) });
    yield text('person.json', {
      person: await repo.person(userId),
      signIn: await repo.signIn(userId),
      sessions: repo.sessions(userId),
      trustedDevices: repo.trustedDevices(userId),
      apiKeys: repo.keys(userId),
      trust: repo.trust(userId),
      invites: repo.invites(userId),
    });
    const packages: { readonly id: string; readonly file: string }[] = [];
    const named = withFiles(repo.decks(userId), ({ id, title }) => {
      const file = nameFor(title);
      packages.push({ id, file });
      return file;
    });
    yield text('decks.json', {
      decks: named,
      versions: repo.versions(actor),
      sharedWithYou: repo.shares(actor),
      exports: repo.exports(userId),
    });
    yield text('notes.json', { notes: repo.notes(actor), history: repo.noteHistory(actor) });
    yield text('drawings.json', { annotations: repo.annotations(actor), strokes: repo.strokes(actor) });
    yield text('collections.json', { collections: repo.collections(userId), stars: repo.stars(actor) });
    yield text('openings.json', { openings: repo.openings(actor) });
    yield text('talks.json', {
      talks: repo.talks(actor),
      audiences: repo.audiences(userId),
      questions: questions.askedBy(userId),
    });
    yield text('links.json', { links: repo.links(actor) });
    yield text('audit.json', { events: repo.audit(userId) });
    for (const { id, file } of packages) {
      const stored = await repo.package(userId, id);
      // The deck was deleted or given away meanwhile.
      if (stored !== null) yield { name: file, stored };
    }
  }
}

async function* withFiles(pages: Pages<OwnDeckRow>, fileOf: (deck: OwnDeckRow) => string): Pages {
  for await (const decks of pages) yield decks.map((deck) => ({ file: fileOf(deck), ...deck }));
}
