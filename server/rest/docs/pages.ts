import { escaped } from '#shared/html-text.ts';
import { Marked, type Tokens } from 'marked';

/** The page that shows the OpenAPI document. All scripts are files, because the Content-Security-Policy allows no inline script. */
export function referencePage(): string {
  return pageOf({
    title: 'API reference',
    current: 'reference',
    head: '<link rel="stylesheet" href="/api/docs/reference.css">',
    main: '<main id="reference"><noscript>The reference needs JavaScript. The document behind it is at <a href="/api/openapi.json">/api/openapi.json</a>.</noscript></main>',
    scripts: ['swagger-ui-bundle.js', 'reference.js'],
  });
}

interface Heading {
  readonly id: string;
  readonly html: string;
}

/** @param markdown the guide; its HTML is trusted and not sanitized */
export function guidePage(markdown: string): string {
  const sections: Heading[] = [];
  const marked = new Marked({
    renderer: {
      // Can scroll sideways. For that the keyboard needs something that can have the focus.
      code: ({ text, lang = '' }: Tokens.Code) =>
        `<pre tabindex="0"><code class="language-${lang}">${escaped(text)}\n</code></pre>\n`,
      heading({ tokens, depth, text }: Tokens.Heading): string {
        const heading = { id: slugOf(text), html: this.parser.parseInline(tokens) };
        if (depth === 2) sections.push(heading);
        return `<h${depth} id="${heading.id}"><a href="#${heading.id}">${heading.html}</a></h${depth}>\n`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  const contents = sections.map(({ id, html: name }) => `<li><a href="#${id}">${name}</a></li>`).join('');
  return pageOf({
    title: 'Guide to the API',
    current: 'guide',
    head: '',
    main: `<div class="guide"><nav aria-label="Contents"><ul>${contents}</ul></nav><main>${html}</main></div>`,
    scripts: [],
  });
}

/** Ids of headings as GitHub makes them, so that links to sections of the file work on both. */
function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

interface Page {
  readonly title: string;
  readonly current: 'reference' | 'guide';
  readonly head: string;
  readonly main: string;
  readonly scripts: readonly string[];
}

const PAGES = [
  { name: 'guide', href: '/api/docs/guide', text: 'Guide' },
  { name: 'reference', href: '/api/docs', text: 'Reference' },
] as const;

function pageOf({ title, current, head, main, scripts }: Page): string {
  const links = PAGES.map(
    ({ name, href, text }) => `<a href="${href}"${name === current ? ' aria-current="page"' : ''}>${text}</a>`,
  ).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Lectern</title>
<link rel="icon" href="/mark.svg" type="image/svg+xml">
<script src="/first-paint.js"></script>
${head}
<link rel="stylesheet" href="/api/docs/tokens.css">
<link rel="stylesheet" href="/api/docs/docs.css">
</head>
<body>
<header class="site">
<a class="home" href="/"><img src="/mark.svg" alt="" width="20" height="20">Lectern</a>
<nav aria-label="API documentation">
${links}
<a href="/api/openapi.json">OpenAPI</a>
</nav>
</header>
${main}
${scripts.map((name) => `<script src="/api/docs/${name}"></script>`).join('\n')}
</body>
</html>
`;
}
