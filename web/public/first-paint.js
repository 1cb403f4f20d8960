// Runs before anything is painted, so that neither theme nor language flashes. The build writes it into the application's pages
// (scripts/first-load.ts); the pages of the API load it as a file.
(() => {
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const stored = (name) => {
    try {
      return localStorage.getItem(`lectern.${name}`);
    } catch {
      // Storage is unavailable: the preferences of the browser decide.
      return null;
    }
  };
  const applyScheme = () => {
    const scheme = stored('scheme');
    const dark = scheme === 'dark' || (scheme !== 'light' && system.matches);
    root.dataset.colorScheme = dark ? 'dark' : 'light';
  };
  applyScheme();
  // The application follows what is chosen in it as well (web/lib/page/color-scheme.ts); the pages of the API have only this.
  system.addEventListener('change', applyScheme);
  // The build names the address of each language's texts, as data-en, data-de … (scripts/first-load.ts). Pages in one language, like
  // those of the API, have none.
  const texts = document.currentScript.dataset;
  if (Object.keys(texts).length === 0) return;
  const wanted = [stored('language'), ...navigator.languages].map((tag) => tag?.split('-')[0]);
  root.lang = wanted.find((language) => Object.hasOwn(texts, language)) ?? Object.keys(texts)[0];
  // Loads the texts while the page's scripts are loading.
  const preload = { rel: 'modulepreload', crossOrigin: '', href: texts[root.lang] };
  document.head.append(Object.assign(document.createElement('link'), preload));
})();
