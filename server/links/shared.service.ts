import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isPasswordOf } from '#server/auth/passwords.ts';
import { AppError, forbidden, linkNotFound } from '#server/errors.ts';
import type { Playback } from '#shared/playback.ts';
import type { Note } from '#shared/notes.ts';
import type { AudienceFirst } from '#shared/audience-page.ts';
import { escaped } from '#shared/html-text.ts';
import type { Embed, EmbedWish, LinkGrant, SharedDeck, SharedNoteList, SharedSlideList } from '#shared/shared-decks.ts';
import type { LinkTokens } from './link-tokens.ts';
import { statusOf } from './links.serializer.ts';
import type { SharedRepo, SharedRow } from './shared.repo.ts';
import { type FoundSlide, serializeNote, serializeShared, serializeSlide } from './shared.serializer.ts';

/** What a visitor brings along. */
export interface Visitor {
  /** The secret in the address of the link. */
  readonly token: string;
  /** What they got for the password; null if they sent none. */
  readonly grant: string | null;
}

/** What a link may allow beyond seeing the slides. */
export type LinkPermission = 'allowDownload' | 'showNotes' | 'showDrawings' | 'allowComments';

/** A link that works, and whose password the visitor has entered. Only `SharedService.open` returns one. */
export type OpenLink = SharedRow & { readonly [open]: true };
declare const open: unique symbol;

/** Gives playback addresses to visitors. The service of playback does it. */
export interface LinkPlayback<From> {
  /** @returns null if the link has ended, or does not show this version any more */
  grantToLink(link: PlayedLink, from: From): Promise<Playback | null>;
}

/** What a playback address of a link depends on. */
export interface PlayedLink {
  readonly id: string;
  readonly deckId: string;
  readonly versionId: string;
  readonly passwordHash: string | null;
  readonly expiresAt: Date | null;
}

interface Dependencies<From> {
  readonly notes: {
    /** The notes on the slides of a version. */
    readonly ofVersion: (deckId: string, versionId: string) => Promise<Note[]>;
  };
  readonly slides: {
    /** The slides of a version as the renderer has found them; none before that. */
    readonly ofVersion: (versionId: string) => Promise<FoundSlide[]>;
  };
  readonly repo: SharedRepo;
  readonly tokens: LinkTokens;
  readonly playback: LinkPlayback<From>;
  readonly baseUrl: string;
  /** As in `LinksService`. */
  readonly inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** What a page of a link begins with. */
export interface FirstLook {
  readonly first: AudienceFirst;
  /** The origins of the sites that may show the page in a frame, or none for every site. Null: no site may. */
  readonly embeddedBy: readonly string[] | null;
  /** Whether there is a picture of the first slide that everyone may see. */
  readonly hasPicture: boolean;
}

/** The width of an embedded deck in pixels, unless the embedding page wants a smaller one. */
const EMBED_WIDTH = 960;

/** How many right passwords are remembered. */
const REMEMBERED_PASSWORDS = 500;

/** What visitors see who have a link. The link is the right: who the visitor is does not matter. */
export class SharedService<From> {
  readonly #dependencies: Dependencies<From>;
  /** MACs of right passwords by their stored hash, so that a full hall of visitors costs one scrypt hash and not one each. */
  readonly #entered = new LRUCache<string, Buffer>({ max: REMEMBERED_PASSWORDS });
  readonly #enteredKey = randomBytes(32);

  constructor(dependencies: Dependencies<From>) {
    this.#dependencies = dependencies;
  }

  /**
   * The link of a visitor and what it shows. Every request of a visitor begins with this.
   *
   * @throws AppError LINK_NOT_FOUND, LINK_EXPIRED, PASSWORD_REQUIRED
   */
  async open({ token, grant }: Visitor): Promise<OpenLink> {
    const row = await this.#find(token);
    if (!this.isUnlocked(row, grant)) throw new AppError('PASSWORD_REQUIRED', 'This link has a password. Enter it first.');
    // The mark exists only for the type checker.
    return row as OpenLink;
  }

  /** Whether a visitor with this grant needs no password, or no other one. */
  isUnlocked(row: SharedRow, grant: string | null): boolean {
    return row.passwordHash === null || (grant !== null && this.#dependencies.tokens.isGrantOf(row, grant));
  }

  /** What the page of a link begins with, for a client that has not entered a password. Does not throw. */
  async first(token: string, from: From): Promise<FirstLook> {
    try {
      const row = await this.#find(token);
      const embeddedBy = row.allowEmbedding ? row.embedOrigins : null;
      if (!this.isUnlocked(row, null)) return { first: { state: 'locked' }, embeddedBy, hasPicture: false };
      const link = await this.open({ token, grant: null });
      const [shared, playback] = await Promise.all([this.shown(link), this.play(link, from)]);
      const hasPicture = row.version.hasThumbnail || row.version.hasPicture;
      return { first: { state: 'open', shared, playback }, embeddedBy, hasPicture };
    } catch (fault) {
      const code = fault instanceof AppError ? fault.code : null;
      const first: AudienceFirst =
        code === 'LINK_NOT_FOUND' || code === 'LINK_EXPIRED' ? { state: 'ended', code } : { state: 'unknown' };
      return { first, embeddedBy: null, hasPicture: false };
    }
  }

  /**
   * How other sites show a deck (oEmbed), for links that allow it and have no password.
   *
   * @throws AppError LINK_NOT_FOUND for every other address, NOT_IMPLEMENTED
   */
  async embed({ url, format, maxwidth, maxheight }: EmbedWish): Promise<Embed> {
    const { baseUrl } = this.#dependencies;
    const [, token] = /^\/(?:s|embed)\/([\w-]+)$/.exec(url.startsWith(baseUrl) ? url.slice(baseUrl.length) : '') ?? [];
    const row = token === undefined ? null : await this.#findRow(token);
    const isEmbeddable = row !== null && statusOf(row) === 'active' && row.allowEmbedding && row.passwordHash === null;
    if (token === undefined || !isEmbeddable) throw linkNotFound();
    if (format === 'xml') throw new AppError('NOT_IMPLEMENTED', 'Only format=json is supported.');
    const { deck, owner } = await this.shown(await this.open({ token, grant: null }));
    const size = sizeWithin(deck.dimensions, { width: maxwidth, height: maxheight });
    const frame = { src: `${baseUrl}/embed/${token}`, ...size, title: deck.title, allow: 'fullscreen; autoplay' };
    const attributes = Object.entries(frame).map(([name, value]) => `${name}="${escaped(String(value))}"`);
    return {
      type: 'rich',
      version: '1.0',
      title: deck.title,
      author_name: owner.name,
      provider_name: 'Lectern',
      provider_url: baseUrl,
      html: `<iframe ${attributes.join(' ')} style="border:0" loading="lazy" allowfullscreen></iframe>`,
      ...size,
    };
  }

  /** @throws AppError as `open`, FORBIDDEN if the link does not allow it */
  async openFor(permission: LinkPermission, visitor: Visitor): Promise<OpenLink> {
    const link = await this.open(visitor);
    if (!link[permission]) throw forbidden();
    return link;
  }

  /** @throws AppError as `open` */
  async deck(visitor: Visitor): Promise<SharedDeck> {
    return this.shown(await this.open(visitor));
  }

  /** @throws AppError LINK_NOT_FOUND if the deck was deleted meanwhile */
  async shown(link: OpenLink): Promise<SharedDeck> {
    const manifest = await this.#dependencies.repo.manifest(link.version.id);
    if (manifest === null) throw linkNotFound();
    return serializeShared(link, manifest);
  }

  /** @throws AppError as `openFor` */
  async notes(visitor: Visitor): Promise<SharedNoteList> {
    const { deckId, version } = await this.openFor('showNotes', visitor);
    const notes = await this.#dependencies.notes.ofVersion(deckId, version.id);
    return { items: notes.map(serializeNote), unplaced: [] };
  }

  /** @throws AppError as `open` */
  async slides(visitor: Visitor): Promise<SharedSlideList> {
    const link = await this.open(visitor);
    const found = await this.#dependencies.slides.ofVersion(link.version.id);
    if (found.length > 0) return { items: found.map(serializeSlide) };
    const { deck } = await this.shown(link);
    return { items: deck.slides.map(({ index, title }) => ({ index, inner: null, title, hasPicture: false })) };
  }

  /**
   * @param attempt counts a guess at the password of a link; returns a function that takes it back
   * @throws AppError LINK_NOT_FOUND, LINK_EXPIRED, WRONG_PASSWORD, UNAVAILABLE, and what `attempt` throws
   */
  async unlock(token: string, password: string, attempt: (linkId: string) => Promise<() => Promise<void>>): Promise<LinkGrant> {
    const { inTurn, tokens } = this.#dependencies;
    const { id } = await this.#find(token);
    return inTurn(async () => {
      const takeBack = await attempt(id);
      // Read in turn: the password may have changed while this waited.
      const link = await this.#find(token);
      if (link.passwordHash !== null && !(await this.#isRight(link.passwordHash, password)))
        throw new AppError('WRONG_PASSWORD', 'This is not the password of the link.');
      await takeBack();
      const { grant, expiresAt } = tokens.newGrant(link);
      return { grant, expiresAt: expiresAt.toISOString() };
    });
  }

  /** @throws AppError as `open` */
  async playback(visitor: Visitor, from: From): Promise<Playback> {
    return this.play(await this.open(visitor), from);
  }

  /** @throws AppError LINK_NOT_FOUND if the link has ended meanwhile */
  async play({ id, deckId, version, passwordHash, expiresAt }: OpenLink, from: From): Promise<Playback> {
    const link = { id, deckId, versionId: version.id, passwordHash, expiresAt };
    const address = await this.#dependencies.playback.grantToLink(link, from);
    if (address === null) throw linkNotFound();
    return address;
  }

  /** @throws AppError LINK_NOT_FOUND, LINK_EXPIRED */
  async #find(token: string): Promise<SharedRow> {
    const row = await this.#findRow(token);
    if (row === null) throw linkNotFound();
    if (statusOf(row) !== 'active') throw linkExpired();
    return row;
  }

  /** The link with this token, whether it works or not; null if there is none. */
  async #findRow(token: string): Promise<SharedRow | null> {
    const { repo, tokens } = this.#dependencies;
    const id = tokens.idIn(token);
    return id === null ? null : repo.find(id);
  }

  async #isRight(hash: string, password: string): Promise<boolean> {
    const mac = createHmac('sha256', this.#enteredKey).update(password.normalize('NFKC')).digest();
    const known = this.#entered.get(hash);
    if (known !== undefined && timingSafeEqual(known, mac)) return true;
    const isRight = await isPasswordOf(hash, password);
    if (isRight) this.#entered.set(hash, mac);
    return isRight;
  }
}

/** The size of a frame with the shape of a slide. */
function sizeWithin(
  slide: { readonly width: number; readonly height: number },
  max: { readonly width: number | undefined; readonly height: number | undefined },
): { width: number; height: number } {
  const shape = slide.height / slide.width;
  const width = Math.min(EMBED_WIDTH, max.width ?? EMBED_WIDTH, (max.height ?? Number.POSITIVE_INFINITY) / shape);
  return { width: Math.max(1, Math.floor(width)), height: Math.max(1, Math.floor(width * shape)) };
}

/** A paused link looks like an expired one. */
function linkExpired(): AppError {
  return new AppError('LINK_EXPIRED', 'This link has expired, or it is paused. Ask whoever gave it to you for another one.');
}
