// Runs before anything is painted, so that neither theme nor language flashes. A file of its own,
// because the content policy allows no inline script.
(() => {
  const root = document.documentElement;
  let scheme = 'auto';
  let language = navigator.language;
  try {
    scheme = localStorage.getItem('lectern.scheme') ?? scheme;
    language = localStorage.getItem('lectern.language') ?? language;
  } catch {
    // Storage may be closed to us; the system's choice is a good one.
  }
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.mantineColorScheme = dark ? 'dark' : 'light';
  root.lang = language.startsWith('de') ? 'de' : 'en';
  // The page's texts in that language, while its scripts are still on their way.
  const { textsEn = '', textsDe = '' } = document.currentScript.dataset;
  for (const href of (root.lang === 'de' ? textsDe : textsEn).split(' ').filter(Boolean)) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }));
  }
})();
