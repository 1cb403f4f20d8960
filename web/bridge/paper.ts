/** How long style sheets that are loaded again may take. */
const LOAD_WITHIN_MS = 4000;

/**
 * Makes the document look on paper as it does on the screen: the page around it is printed, with the document as a picture of one slide.
 * Many decks have rules for paper that lay out all their slides one after the other. Resolves when the document has been painted so.
 */
export async function lookTheSameOnPaper(): Promise<void> {
  // Deck code would prepare itself for its own printing.
  for (const type of ['beforeprint', 'afterprint']) addEventListener(type, (event) => event.stopImmediatePropagation(), true);
  await Promise.all([...document.styleSheets].map((sheet) => withRules(sheet).then(turnMedia)));
  const colors = new CSSStyleSheet();
  // Otherwise browsers leave out backgrounds. That of the whole document they leave out in any case, so an element has it, too.
  colors.replaceSync(`
    :root { print-color-adjust: exact !important }
    @media print { :root::before { ${wholeBackground()} } }
  `);
  document.adoptedStyleSheets.push(colors);
  await document.fonts.ready;
  await nextFrame();
  await nextFrame();
}

/** The declarations of an element that covers the document below everything else, with its background. */
function wholeBackground(): string {
  const [root, body] = [document.documentElement, document.body].map((element) => getComputedStyle(element));
  const isEmpty = root?.backgroundColor === 'rgba(0, 0, 0, 0)' && root.backgroundImage === 'none';
  const from = isEmpty ? body : root;
  const layers = BACKGROUND.map((property) => `${property}: ${from?.getPropertyValue(property) ?? ''} !important`);
  return ["content: '' !important", 'position: fixed', 'inset: 0', 'z-index: -2147483648', ...layers].join('; ');
}

const BACKGROUND = [
  'background-color',
  'background-image',
  'background-position',
  'background-size',
  'background-repeat',
] as const;

const nextFrame = async (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));

/**
 * A style sheet whose rules can be read. In a sandbox without an origin every file is from elsewhere, so it must be requested again as
 * such files are. Null if that fails.
 */
async function withRules(sheet: CSSStyleSheet): Promise<CSSStyleSheet | null> {
  if (isReadable(sheet)) return sheet;
  const link = sheet.ownerNode;
  if (!(link instanceof HTMLLinkElement)) return null;
  const copy = document.createElement('link');
  for (const { name, value } of link.attributes) copy.setAttribute(name, value);
  copy.crossOrigin = 'anonymous';
  const isLoaded = new Promise<boolean>((resolve) => {
    copy.addEventListener('load', () => resolve(true));
    copy.addEventListener('error', () => resolve(false));
    setTimeout(() => resolve(false), LOAD_WITHIN_MS);
  });
  // The old one stays until the new one is there, so that nothing moves.
  link.after(copy);
  if (!(await isLoaded) || copy.sheet === null || !isReadable(copy.sheet)) {
    copy.remove();
    return null;
  }
  link.remove();
  return copy.sheet;
}

function isReadable(sheet: CSSStyleSheet): boolean {
  try {
    return sheet.cssRules.length >= 0;
  } catch {
    return false;
  }
}

/** Rules for paper never apply, rules for the screen always. */
function turnMedia(sheet: CSSStyleSheet | null): void {
  if (sheet === null) return;
  turnList(sheet.media);
  for (const rule of sheet.cssRules) turnRule(rule);
}

function turnRule(rule: CSSRule): void {
  if (rule instanceof CSSImportRule) {
    turnList(rule.media);
    if (rule.styleSheet !== null && isReadable(rule.styleSheet)) turnMedia(rule.styleSheet);
    return;
  }
  if (rule instanceof CSSMediaRule) turnList(rule.media);
  if (rule instanceof CSSGroupingRule) for (const inner of rule.cssRules) turnRule(inner);
}

function turnList(media: MediaList): void {
  const turned = onScreen(media.mediaText);
  if (turned !== media.mediaText) media.mediaText = turned;
}

/** A list of media queries that on any medium is as true as `queries` on the screen. */
export function onScreen(queries: string): string {
  return queries
    .split(',')
    .map((query) => {
      const [, not, type] = /^\s*(?:only\s+|(not)\s+)?(print|screen)\b/i.exec(query) ?? [];
      if (type === undefined) return query;
      const isTrue = (type.toLowerCase() === 'screen') !== (not !== undefined);
      // Conditions after `not` belong to it: "not screen and (…)" is true on paper, or where the condition is not.
      if (not !== undefined) return isTrue ? ' all' : query.replace(/screen/i, 'all');
      return isTrue ? query.replace(/^\s*(?:only\s+)?screen\b/i, ' all') : ' not all';
    })
    .join(',')
    .trim();
}
