import type { IncomingHttpHeaders } from 'node:http';

/** A page as a browser receives it. */
export interface ScoredPage {
  /** The address of the page, with https. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly html: string;
}

/** What a rule found. Bonuses count only for pages that lose at most ten points. */
export interface Finding {
  readonly rule: string;
  readonly found: string;
  readonly points: number;
}

const SIX_MONTHS_SECONDS = 15_552_000;
const BONUS_FROM = 90;

/** The rules by which Mozilla's HTTP Observatory judges a page (its scoring of 2024), except for redirections, which are the proxy's. */
export function findingsOf(page: ScoredPage): Finding[] {
  return [policy, cookies, sharing, transport, referrer, integrity, sniffing, framing, resources].map((rule) => rule(page));
}

/** 100 and above are the grade A+. */
export function scoreOf(findings: readonly Finding[]): number {
  const sum = (points: readonly number[]) => points.reduce((total, each) => total + each, 0);
  const base = 100 + sum(findings.map(({ points }) => Math.min(points, 0)));
  return base < BONUS_FROM ? Math.max(base, 0) : base + sum(findings.map(({ points }) => Math.max(points, 0)));
}

export function gradeOf(score: number): string {
  const grades = [
    [100, 'A+'],
    [90, 'A'],
    [85, 'A-'],
    [80, 'B+'],
    [70, 'B'],
    [50, 'C'],
    [30, 'D'],
  ] as const;
  return grades.find(([from]) => score >= from)?.[1] ?? 'F';
}

type Directives = ReadonlyMap<string, readonly string[]>;

function directivesOf({ headers }: ScoredPage): Directives | null {
  const header = headers['content-security-policy'];
  if (header === undefined) return null;
  const parts = String(header)
    .split(';')
    .map((part) => part.trim().toLowerCase().split(/\s+/));
  return new Map(parts.map(([name = '', ...sources]) => [name, sources]));
}

function policy(page: ScoredPage): Finding {
  const rule = 'content security policy';
  const directives = directivesOf(page);
  if (directives === null) return { rule, found: 'none', points: -25 };
  const sourcesOf = (name: string) => directives.get(name) ?? directives.get('default-src') ?? ['*'];
  const scripts = sourcesOf('script-src');
  const isInsecure = (source: string) => source === 'http:' || source.startsWith('http://') || source === 'ftp:';
  const broad = new Set(['*', 'https:', 'data:', 'blob:']);
  const strict = scripts.some((source) => source.startsWith("'nonce-") || source.startsWith("'sha"));
  if (
    (scripts.includes("'unsafe-inline'") && !strict) ||
    ['script-src', 'object-src'].some((name) => sourcesOf(name).some((source) => broad.has(source)))
  )
    return { rule, found: 'scripts are not limited', points: -20 };
  const active = ['script-src', 'object-src', 'style-src', 'frame-src', 'connect-src', 'font-src'];
  if (active.some((name) => sourcesOf(name).some(isInsecure))) return { rule, found: 'http in active content', points: -20 };
  if (scripts.includes("'unsafe-eval'")) return { rule, found: 'eval', points: -10 };
  if (['img-src', 'media-src'].some((name) => sourcesOf(name).some(isInsecure)))
    return { rule, found: 'http in passive content', points: -10 };
  const styles = sourcesOf('style-src');
  if (styles.includes("'unsafe-inline'") || styles.includes('data:')) return { rule, found: 'inline styles', points: 0 };
  const isClosed = directives.get('default-src')?.join() === "'none'";
  return { rule, found: isClosed ? 'nothing by default' : 'nothing unsafe', points: isClosed ? 10 : 5 };
}

function cookies({ headers }: ScoredPage): Finding {
  const rule = 'cookies';
  const set = headers['set-cookie'] ?? [];
  if (set.length === 0) return { rule, found: 'none', points: 0 };
  const each = set.map((cookie) =>
    cookie
      .toLowerCase()
      .split(';')
      .map((part) => part.trim()),
  );
  if (each.some((parts) => !parts.includes('secure'))) return { rule, found: 'not secure', points: -40 };
  if (each.some((parts) => !parts.includes('httponly'))) return { rule, found: 'scripts can read it', points: -30 };
  const areLimited = each.every((parts) => parts.some((part) => /^samesite=(lax|strict)$/.test(part)));
  return { rule, found: areLimited ? 'secure, with SameSite' : 'secure', points: areLimited ? 5 : 0 };
}

function sharing({ headers }: ScoredPage): Finding {
  const isOpen = headers['access-control-allow-origin'] === '*' && headers['access-control-allow-credentials'] === 'true';
  return { rule: 'sharing with other origins', found: isOpen ? 'everything' : 'nothing', points: isOpen ? -50 : 0 };
}

function transport({ headers }: ScoredPage): Finding {
  const rule = 'strict transport security';
  const seconds = Number(/max-age=(\d+)/.exec(headers['strict-transport-security'] ?? '')?.[1] ?? -1);
  if (seconds < 0) return { rule, found: 'none', points: -20 };
  return seconds < SIX_MONTHS_SECONDS ? { rule, found: 'short', points: -10 } : { rule, found: `${seconds} s`, points: 0 };
}

function referrer({ headers }: ScoredPage): Finding {
  const rule = 'referrer policy';
  const found = String(headers['referrer-policy'] ?? 'none');
  const isPrivate = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'].includes(found);
  if (isPrivate) return { rule, found, points: 5 };
  return { rule, found, points: found === 'none' ? 0 : -5 };
}

function integrity({ url, html }: ScoredPage): Finding {
  const rule = 'integrity of scripts';
  const { origin } = new URL(url);
  const foreign = [...html.matchAll(/<script\b[^>]*?\bsrc="([^"]*)"[^>]*>/gi)].filter(
    ([, src = '']) => new URL(src, url).origin !== origin,
  );
  const unchecked = foreign.filter(([tag]) => !/\bintegrity=/.test(tag));
  if (unchecked.some(([, src = '']) => new URL(src, url).protocol === 'http:'))
    return { rule, found: 'foreign, by http', points: -50 };
  return unchecked.length > 0 ? { rule, found: 'foreign, unchecked', points: -5 } : { rule, found: 'own or checked', points: 0 };
}

function sniffing({ headers }: ScoredPage): Finding {
  const found = String(headers['x-content-type-options'] ?? 'none');
  return { rule: 'content types', found, points: found === 'nosniff' ? 0 : -5 };
}

function framing(page: ScoredPage): Finding {
  const rule = 'frames of other sites';
  const ancestors = directivesOf(page)?.get('frame-ancestors');
  if (ancestors !== undefined && !ancestors.includes('*')) return { rule, found: 'forbidden by the policy', points: 5 };
  const option = page.headers['x-frame-options'];
  if (option !== undefined && /^(deny|sameorigin)$/i.test(String(option))) return { rule, found: 'forbidden', points: 0 };
  return { rule, found: 'allowed', points: -20 };
}

function resources({ headers }: ScoredPage): Finding {
  const found = String(headers['cross-origin-resource-policy'] ?? 'none');
  return { rule: 'use by other sites', found, points: ['same-origin', 'same-site'].includes(found) ? 10 : 0 };
}
