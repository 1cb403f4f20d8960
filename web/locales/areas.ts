import type * as base from './en/areas/base.ts';
import type * as decks from './en/areas/decks.ts';
import type * as library from './en/areas/library.ts';
import type * as packing from './en/areas/packing.ts';
import type * as settings from './en/areas/settings.ts';
import type * as stage from './en/areas/stage.ts';
import type * as presenter from './en/areas/presenter.ts';
import type * as remote from './en/areas/remote.ts';
import type { Translated } from './messages.ts';

export type Language = 'en' | 'de';

/** The texts of each part of the application. Each is loaded with the code of its part, in one language only. */
interface Areas {
  base: typeof base;
  decks: typeof decks;
  library: typeof library;
  packing: typeof packing;
  settings: typeof settings;
  stage: typeof stage;
  presenter: typeof presenter;
  remote: typeof remote;
}

export type Area = keyof Areas;

/** The type of all texts by key, as if all areas were loaded. */
export type Texts = typeof base &
  typeof decks &
  typeof library &
  typeof packing &
  typeof settings &
  typeof stage &
  typeof presenter &
  typeof remote;

/** The modules with the texts of each area in every language. A language that lacks a text does not compile. */
export const AREAS: { readonly [Name in Area]: Readonly<Record<Language, () => Promise<Translated<Areas[Name]>>>> } = {
  base: { en: () => import('./en/areas/base.ts'), de: () => import('./de/areas/base.ts') },
  decks: { en: () => import('./en/areas/decks.ts'), de: () => import('./de/areas/decks.ts') },
  library: { en: () => import('./en/areas/library.ts'), de: () => import('./de/areas/library.ts') },
  packing: { en: () => import('./en/areas/packing.ts'), de: () => import('./de/areas/packing.ts') },
  settings: { en: () => import('./en/areas/settings.ts'), de: () => import('./de/areas/settings.ts') },
  stage: { en: () => import('./en/areas/stage.ts'), de: () => import('./de/areas/stage.ts') },
  presenter: { en: () => import('./en/areas/presenter.ts'), de: () => import('./de/areas/presenter.ts') },
  remote: { en: () => import('./en/areas/remote.ts'), de: () => import('./de/areas/remote.ts') },
};
