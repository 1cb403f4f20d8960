import { randomUUID } from 'node:crypto';
import type { Actor } from '#server/auth/actor.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import { AppError, linkNotFound, slideNotFound, validationFailed } from '#server/errors.ts';
import type { Page, PageRequest } from '#server/pagination.ts';
import type { AskFor } from '#shared/links.ts';
import { VISIT_REPORT_SECONDS, VISIT_SUMMARY_DAYS_MAX } from '#shared/limits.ts';
import type { NewVisit, SlideTime, Visit, VisitStart, VisitSummary, VisitSummaryWish } from '#shared/visits.ts';
import { medianOf } from './histogram.ts';
import type { DayRange, LinkSums, VisitSummaryRepo, VisitsWanted } from './visit-summary.repo.ts';
import { hostIn, visitDeviceOf, type VisitorClient } from './visitor-client.ts';
import type { VisitorHasher } from './visitor-hashes.ts';
import { dayOf, type VisitRow, type VisitsRepo } from './visits.repo.ts';

/** What a visitor brings along, as in `shared.service.ts`. */
interface LinkHolder {
  readonly token: string;
  readonly grant: string | null;
}

/** A link that a visitor has opened. */
interface VisitedLink {
  readonly id: string;
  readonly deckId: string;
  readonly askFor: AskFor;
  readonly version: { readonly id: string; readonly slideCount: number };
}

interface Dependencies {
  readonly repo: VisitsRepo;
  readonly summaries: VisitSummaryRepo;
  readonly hasher: VisitorHasher;
  readonly decks: Pick<DecksService, 'changeable'>;
  /** Opens the link of a visitor. @throws AppError LINK_NOT_FOUND, LINK_EXPIRED, PASSWORD_REQUIRED */
  readonly open: (holder: LinkHolder) => Promise<VisitedLink>;
  /** @throws AppError LINK_NOT_FOUND if the deck has no such link */
  readonly requireLink: (actor: Actor, deckId: string, linkId: string) => Promise<unknown>;
  /** For how many days visits are kept. */
  readonly days: number;
}

/** Up to this number of visits, medians of a summary are exact. */
const EXACT_VISITS_MAX = 1000;
const DEFAULT_DAYS = 30;
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;
/** A page that has not reported for longer is not open any more. */
const LOOKING_SECONDS = 2 * VISIT_REPORT_SECONDS + 5;

/** Visits through links: visitors begin and report them, and those who may edit the deck see them. */
export class VisitsService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * @param attempt counts a visit of a link by the visitor's network
   * @throws AppError as `open`; VALIDATION_FAILED without what the link asks for; RATE_LIMITED
   */
  async start(
    holder: LinkHolder,
    { name, email, referrer }: VisitStart,
    client: VisitorClient,
    attempt: (linkId: string) => Promise<void>,
  ): Promise<NewVisit> {
    const { open, repo, hasher } = this.#dependencies;
    const link = await open(holder);
    const { id: linkId, deckId, askFor, version } = link;
    requireAnswer(askFor, { name, email });
    await attempt(linkId);
    const { wantsPrivacy, userAgent } = client;
    const startedAt = new Date();
    const visit = {
      id: randomUUID(),
      linkId,
      versionId: version.id,
      slideCount: version.slideCount,
      startedAt,
      name: name ?? null,
      email: email ?? null,
      referrerHost: wantsPrivacy ? null : hostIn(referrer),
      device: visitDeviceOf(userAgent),
      isFollowed: !wantsPrivacy,
    };
    const hashes = wantsPrivacy ? null : await hasher.hashesOf(dayOf(startedAt), client, { linkId, deckId });
    if (!(await repo.start(visit, hashes))) throw linkNotFound();
    return { visitId: visit.id };
  }

  /**
   * @param attempt counts a report of a visit
   * @throws AppError as `open`; NOT_FOUND if the link has no such visit, or it began more than a day ago; SLIDE_NOT_FOUND; RATE_LIMITED
   */
  async report(
    holder: LinkHolder,
    { visitId, slides }: { readonly visitId: string; readonly slides: readonly SlideTime[] },
    client: VisitorClient,
    attempt: () => Promise<void>,
  ): Promise<void> {
    const { open, repo } = this.#dependencies;
    const { id: linkId, version } = await open(holder);
    const visit = await repo.find(linkId, visitId);
    if (visit === null) throw visitNotFound();
    await attempt();
    // The deck may have got another version since the visit began.
    const slideCount = Math.max(visit.slideCount, version.slideCount);
    if (slides.some(({ index }) => index >= slideCount)) throw slideNotFound();
    if (client.wantsPrivacy) return;
    if (!(await repo.report(linkId, visitId, slides))) throw visitNotFound();
  }

  /** @throws AppError DECK_NOT_FOUND, FORBIDDEN, LINK_NOT_FOUND */
  async list(actor: Actor, deckId: string, linkId: string, page: PageRequest): Promise<Page<Visit>> {
    const { decks, repo, requireLink } = this.#dependencies;
    const deck = await decks.changeable(actor, deckId);
    await requireLink(actor, deckId, linkId);
    const { items, nextCursor } = await repo.list(deck, linkId, page);
    return { items: items.map(serializeVisit), nextCursor };
  }

  /** The number of visits that are going on. @throws AppError as `list` */
  async lookingNow(actor: Actor, deckId: string, linkId: string | undefined): Promise<{ visits: number }> {
    const { decks, repo } = this.#dependencies;
    const deck = await decks.changeable(actor, deckId);
    return { visits: await repo.seenWithin(LOOKING_SECONDS, deck, linkId) };
  }

  /** @throws AppError as `list`; VALIDATION_FAILED for a range that is too long or ends before it begins */
  async summary(actor: Actor, deckId: string, { linkId, ...wish }: VisitSummaryWish): Promise<VisitSummary> {
    const { decks, summaries, requireLink } = this.#dependencies;
    const deck = await decks.changeable(actor, deckId);
    const range = rangeOf(wish);
    if (linkId !== undefined) await requireLink(actor, deckId, linkId);
    const wanted: VisitsWanted = { ...range, linkId };
    const [days, byLink, slides, byReferrer] = await Promise.all([
      summaries.days(deck, wanted),
      summaries.links(deck, wanted),
      summaries.slides(deck, wanted),
      summaries.referrers(deck, wanted),
    ]);
    const sums = totalOf(byLink);
    const exact = sums.visits > 0 && sums.visits <= EXACT_VISITS_MAX ? await summaries.medians(deck, wanted) : null;
    const byDay = everyDay(range, days);
    return {
      visits: sums.visits,
      visitors: byDay.reduce((sum, { visitors }) => sum + visitors, 0),
      medianDurationMs: exact === null ? medianOf(sums.durations) : exact.durationMs,
      // The sum of many shares can be a trifle too large.
      completion: sums.followed === 0 ? 0 : Math.max(0, Math.min(1, sums.completion / sums.followed)),
      byDay,
      bySlide: slides
        .map(({ index, views, exits, times }) => ({
          index,
          views,
          medianMs: exact?.bySlide.get(index) ?? medianOf(times),
          exits,
        }))
        .toSorted((a, b) => a.index - b.index),
      byReferrer,
      byLink: byLink.map(({ linkId: id, name, visits }) => ({ linkId: id, name, visits })),
    };
  }

  /** Removes what is kept for a time only: the salts and hashes of earlier days, and old visits. */
  async removeExpired(): Promise<void> {
    const { hasher, repo, days } = this.#dependencies;
    const today = dayOf(new Date());
    hasher.forget(today);
    await repo.forgetVisitors(today);
    await repo.removeOlderThan(days);
  }
}

/** @throws AppError VALIDATION_FAILED */
function requireAnswer(askFor: AskFor, given: { readonly name: string | undefined; readonly email: string | undefined }): void {
  if (askFor !== 'nothing' && given[askFor] === undefined)
    throw validationFailed([{ path: askFor, message: 'This field is required: the link asks for it.' }]);
}

/** @throws AppError VALIDATION_FAILED */
function rangeOf({ from, to = dayOf(new Date()) }: Omit<VisitSummaryWish, 'linkId'>): DayRange {
  const range = { from: from ?? daysAfter(to, 1 - DEFAULT_DAYS), to };
  if (range.from > range.to) throw validationFailed([{ path: 'from', message: 'This field must not be after "to".' }]);
  if (range.to > daysAfter(range.from, VISIT_SUMMARY_DAYS_MAX - 1))
    throw validationFailed([{ path: 'from', message: `The range must have at most ${VISIT_SUMMARY_DAYS_MAX} days.` }]);
  return range;
}

/** A day some days later. The first and the last day that can be written are the limits. */
function daysAfter(day: string, days: number): string {
  const then = new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MILLISECONDS);
  if (then.getUTCFullYear() < 1) return '0001-01-01';
  return then.getUTCFullYear() > 9999 ? '9999-12-31' : dayOf(then);
}

function everyDay({ from, to }: DayRange, days: VisitSummary['byDay']): VisitSummary['byDay'] {
  const known = new Map(days.map((day) => [day.date, day]));
  const all: VisitSummary['byDay'] = [];
  for (let at = Date.parse(`${from}T00:00:00Z`); at <= Date.parse(`${to}T00:00:00Z`); at += DAY_MILLISECONDS) {
    const date = dayOf(new Date(at));
    all.push(known.get(date) ?? { date, visits: 0, visitors: 0 });
  }
  return all;
}

function totalOf(links: readonly LinkSums[]): Omit<LinkSums, 'linkId' | 'name'> {
  const sum = (of: (link: LinkSums) => number) => links.reduce((total, link) => total + of(link), 0);
  return {
    visits: sum(({ visits }) => visits),
    followed: sum(({ followed }) => followed),
    completion: sum(({ completion }) => completion),
    durations: (links[0]?.durations ?? []).map((_, bucket) => sum(({ durations }) => durations[bucket] ?? 0)),
  };
}

function serializeVisit(row: VisitRow): Visit {
  const { id, linkId, durationMs, slides, completion, name, email, referrerHost, device, versionId } = row;
  return {
    id,
    linkId,
    startedAt: row.startedAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    durationMs,
    slides,
    completion,
    name,
    email,
    referrerHost,
    device,
    versionId,
  };
}

function visitNotFound(): AppError {
  return new AppError('NOT_FOUND', 'This link has no such visit, or it began more than a day ago.');
}
