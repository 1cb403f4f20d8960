/** Data that is written into a page, for its scripts. */
interface WrittenData {
  /** The id of the element. */
  readonly id: string;
  readonly data: object;
  /** A script that shows something from the data before the application is loaded; empty: none. */
  readonly script: string;
  /**
   * Where the script is. In the head it runs before the style sheets are loaded. Behind the element `#root` it has that and its styles, and it
   * starts the application, whose address is its `data-application`.
   */
  readonly runsIn: 'head' | 'root';
}

const ROOT = '<div id="root"></div>';
/** The script that starts the application. */
const APPLICATION = /<script type="module"([^>]*) src="([^"]+)"><\/script>/;

/** Writes data into the head of a page, before everything that the page loads. */
export function withPageData(html: string, { id, data, script, runsIn }: WrittenData): string {
  // No text in it can end the element or begin a comment.
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
  const element = `<script type="application/json" id="${id}">${json}</script>`;
  const inHead = runsIn === 'head' && script !== '' ? `<script>${script}</script>` : '';
  const page = html.replace(/<(?:link|script)\b|<\/head>/, (first) => element + inHead + first);
  return runsIn === 'root' && script !== '' ? startedBy(page, script) : page;
}

/** The page with this script behind its root. It starts the application, which is loaded meanwhile. */
function startedBy(page: string, script: string): string {
  const application = APPLICATION.exec(page)?.[2] ?? '';
  return page
    .replace(APPLICATION, '<link rel="modulepreload"$1 href="$2">')
    .replace(ROOT, (root) => `${root}<script data-application="${application}">${script}</script>`);
}
