import pLimit from 'p-limit';
import type { Actor } from '#server/auth/actor.ts';
import { Turns } from '#server/auth/turns.ts';
import type { VersionRow } from '#server/decks/decks.repo.ts';
import { serializeVersion } from '#server/decks/decks.serializer.ts';
import type { DeckInVersion, DecksService } from '#server/decks/decks.service.ts';
import type { ComparedSlide, Comparison } from '#shared/comparison.ts';
import { COMPARED_TEXT_MAX } from '#shared/limits.ts';
import { picturePath } from '#shared/slides.ts';
import type { ChangeSummary } from '#shared/versions.ts';
import { compareSlides, type SlideDifference, summarize } from './compare-slides.ts';
import type { ComparedRow, ComparisonRepo } from './comparison.repo.ts';
import { isRendered } from './record-changes.ts';

interface Pair {
  readonly from: VersionRow;
  readonly to: VersionRow;
}

/** What was compared, and the outcome. */
interface Compared {
  readonly basis: Comparison['basis'];
  readonly from: readonly ComparedRow[];
  readonly to: readonly ComparedRow[];
  readonly differences: readonly SlideDifference[];
}

/** The comparisons that run at the same time in this process. Each may hold several MB; those of one person run one after the other. */
const COMPARISONS_AT_ONCE = 2;

/** Compares versions. Anyone who can read a deck can compare its versions. */
export class ComparisonService {
  readonly #repo: ComparisonRepo;
  readonly #decks: DecksService;
  readonly #turns = new Turns();
  readonly #limit = pLimit(COMPARISONS_AT_ONCE);

  constructor(repo: ComparisonRepo, decks: DecksService) {
    this.#repo = repo;
    this.#decks = decks;
  }

  /** @throws AppError DECK_NOT_FOUND, VERSION_NOT_FOUND */
  async compare(actor: Actor, { id, from, to }: { id: string; from: string; to: string }): Promise<Comparison> {
    const deck = await this.#decks.readable(actor, id);
    const pair = { from: await this.#decks.version(deck, from), to: await this.#decks.version(deck, to) };
    const compared = await this.#compare(actor, pair, COMPARED_TEXT_MAX);
    if (compared.basis === 'files')
      await this.#repo.render([...new Map([pair.from, pair.to].map((each) => [each.id, each])).values()]);
    const slidesFrom = await this.#shown(deck, pair.from, compared.from);
    const slidesTo = await this.#shown(deck, pair.to, compared.to);
    return {
      from: serializeVersion(pair.from, deck.currentVersionId),
      to: serializeVersion(pair.to, deck.currentVersionId),
      basis: compared.basis,
      items: compared.differences.map((difference) => ({
        ...difference,
        from: difference.from === null ? null : (slidesFrom[difference.from] ?? null),
        to: difference.to === null ? null : (slidesTo[difference.to] ?? null),
      })),
    };
  }

  /**
   * What has changed from one version to another. Recorded for versions that follow each other.
   *
   * @returns null if only the document with all slides could be compared
   */
  async summary(actor: Actor, { from, to }: Pair): Promise<ChangeSummary | null> {
    if (to.number === from.number + 1 && to.changes !== null) return to.changes;
    const { basis, differences } = await this.#compare(actor, { from, to }, 0);
    return basis === 'files' && to.slideCount === 1 ? null : summarize(differences);
  }

  /** @param textMax see `compareSlides` */
  #compare({ userId }: Actor, pair: Pair, textMax: number): Promise<Compared> {
    return this.#turns.run(userId, () => this.#limit(() => this.#compareNow(pair, textMax)));
  }

  async #compareNow({ from, to }: Pair, textMax: number): Promise<Compared> {
    const found = await this.#repo.slidesOf([from.id, to.id]);
    const rows = [found.get(from.id) ?? [], found.get(to.id) ?? []] as const;
    const basis = rows.every((all) => all.some(isRendered)) ? 'pictures' : 'files';
    const [before, after] = basis === 'pictures' ? rows : [documentsOf(rows[0]), documentsOf(rows[1])];
    const isSamePackage = from.fingerprint === to.fingerprint;
    const read = (listed: readonly ComparedRow[]) => this.#repo.shownBy(listed);
    const differences = await compareSlides(before, after, { isSamePackage, read, textMax });
    return { basis, from: before, to: after, differences };
  }

  /** Titles are those of the manifest for a version that is not rendered. */
  async #shown(deck: DeckInVersion, version: VersionRow, rows: readonly ComparedRow[]): Promise<ComparedSlide[]> {
    const isComplete = rows.every(isRendered);
    const labels = isComplete ? [] : (await this.#decks.versionInFull(deck, version.id)).manifest.slides;
    return rows.map(({ index, inner, title, hasPicture }, at) => ({
      number: at + 1,
      index,
      inner,
      title: title ?? labels[index]?.label ?? '',
      thumbnailUrl: hasPicture ? picturePath(deck.id, version.id, { index, inner }) : null,
    }));
  }
}

/** The slides of the package, without what is known of the slides inside them. */
function documentsOf(rows: readonly ComparedRow[]): ComparedRow[] {
  const firsts = new Map(rows.toReversed().map((row) => [row.index, row]));
  return rows
    .filter((row) => firsts.get(row.index) === row)
    .map((row) => ({ ...row, inner: null, innerName: null, contentDigest: null, miniatureDigest: null }));
}
