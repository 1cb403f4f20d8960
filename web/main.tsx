import '@fontsource-variable/instrument-sans/index.css';
import '@fontsource-variable/bricolage-grotesque/index.css';
import '#web/theme/tokens.css';
import '#web/theme/base.css';
import '#web/theme/forced-colors.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { followColorScheme } from '#web/lib/page/color-scheme.ts';
import { ignoreStraySecondClicks } from '#web/lib/page/double-clicks.ts';
import { startI18n } from '#web/lib/i18n.ts';
import { watchInput } from '#web/lib/page/input-rest.ts';
import { keepStyles } from '#web/lib/missing-styles.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { dropFirstFrame } from '#web/stage/frames/first-frame.ts';
import { router } from './router.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

followColorScheme();
keepStyles();
ignoreStraySecondClicks(document);
watchInput(document);

function Application() {
  // Effects of the parts of a page run before this one: if the page shows the first slide, its player has taken the frame.
  useEffect(dropFirstFrame, []);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

// The texts and the page load before the first render. No top-level `await`: the page's chunks import from this file and would
// wait for it.
void Promise.all([startI18n(), router.load()]).then(() => createRoot(root).render(<Application />));
