/** The browser and the system of a session, as users call them. Null: unknown. */
export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

/** A name, and the patterns that must all match its User-Agent. No pattern backtracks, so each needs one pass. */
type Names = readonly (readonly [string, ...RegExp[]])[];

/** The first match counts. The order matters, because the User-Agent of a browser also contains the names of others. */
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
