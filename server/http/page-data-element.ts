/** Data that is written into a page, for its scripts. */
interface WrittenData {
  /** The id of the element. */
  readonly id: string;
  readonly data: object;
  /** The script that shows the first slide from the data; empty: none. */
  readonly firstSlide: string;
}

/** Writes data into the head of a page, before everything that the page loads. */
export function withPageData(html: string, { id, data, firstSlide }: WrittenData): string {
  // No text in it can end the element or begin a comment.
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
  const script = firstSlide === '' ? '' : `<script>${firstSlide}</script>`;
  const elements = `<script type="application/json" id="${id}">${json}</script>${script}`;
  return html.replace(/<(?:link|script)\b|<\/head>/, (first) => elements + first);
}
