// Runs before anything is painted, so that neither theme nor language flashes. The build writes it into the application's pages
// (scripts/first-load.ts); the pages of the API load it as a file.
(() => {
  const root = document.documentElement;
  let scheme = 'auto';
  let chosen;
  try {
    scheme = localStorage.getItem('lectern.scheme') ?? scheme;
    chosen = localStorage.getItem('lectern.language') ?? undefined;
  } catch {
    // Storage is unavailable: the preferences of the browser decide.
  }
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.colorScheme = dark ? 'dark' : 'light';
  // The build names the address of each language's texts, as data-en, data-de … (scripts/first-load.ts). Pages in one language, like
  // those of the API, have none.
  const texts = document.currentScript.dataset;
  if (Object.keys(texts).length === 0) return;
  const wanted = [chosen, ...navigator.languages].map((tag) => tag?.split('-')[0]);
  root.lang = wanted.find((language) => Object.hasOwn(texts, language)) ?? Object.keys(texts)[0];
  // Loads the texts while the page's scripts are loading.
  const preload = { rel: 'modulepreload', crossOrigin: '', href: texts[root.lang] };
  document.head.append(Object.assign(document.createElement('link'), preload));
})();
