import type * as ground from './en/areas/ground.ts';
import type * as decks from './en/areas/decks.ts';
import type * as library from './en/areas/library.ts';
import type * as office from './en/areas/office.ts';
import type * as stage from './en/areas/stage.ts';
import type * as presenter from './en/areas/presenter.ts';
import type * as remote from './en/areas/remote.ts';
import type { Translated } from './messages.ts';

export type Language = 'en' | 'de';

/** What the parts of the application say. Each comes with the code of its part, and in one language alone. */
interface Areas {
  ground: typeof ground;
  decks: typeof decks;
  library: typeof library;
  office: typeof office;
  stage: typeof stage;
  presenter: typeof presenter;
  remote: typeof remote;
}

export type Area = keyof Areas;

/** Every text by its key, as if all areas were there. */
export type Texts = typeof ground &
  typeof decks &
  typeof library &
  typeof office &
  typeof stage &
  typeof presenter &
  typeof remote;

/** Where the texts of each area are, in every language: one that lacks a text of the English ones does not compile. */
export const AREAS: { readonly [Name in Area]: Readonly<Record<Language, () => Promise<Translated<Areas[Name]>>>> } = {
  ground: { en: () => import('./en/areas/ground.ts'), de: () => import('./de/areas/ground.ts') },
  decks: { en: () => import('./en/areas/decks.ts'), de: () => import('./de/areas/decks.ts') },
  library: { en: () => import('./en/areas/library.ts'), de: () => import('./de/areas/library.ts') },
  office: { en: () => import('./en/areas/office.ts'), de: () => import('./de/areas/office.ts') },
  stage: { en: () => import('./en/areas/stage.ts'), de: () => import('./de/areas/stage.ts') },
  presenter: { en: () => import('./en/areas/presenter.ts'), de: () => import('./de/areas/presenter.ts') },
  remote: { en: () => import('./en/areas/remote.ts'), de: () => import('./de/areas/remote.ts') },
};
