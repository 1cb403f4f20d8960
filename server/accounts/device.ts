/** What somebody signed in with, as they would call it. Null: it did not say, or nothing that is known here. */
export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

/** A name, and the marks that a User-Agent of that name carries, all of them. None of the patterns scans ahead: each is one pass. */
type Names = readonly (readonly [string, ...RegExp[]])[];

/** In the order in which they count: each browser names those as well that it wants to be taken for. */
const BROWSERS: Names = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|Chromium|CriOS)\//],
  ['Safari', /\bVersion\/\d/, /\bSafari\//],
];
const SYSTEMS: Names = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

export function deviceOf(userAgent: string | null): Device {
  return { browser: nameIn(BROWSERS, userAgent), system: nameIn(SYSTEMS, userAgent) };
}

function nameIn(names: Names, userAgent: string | null): string | null {
  if (userAgent === null) return null;
  return names.find(([, ...marks]) => marks.every((mark) => mark.test(userAgent)))?.[0] ?? null;
}
