import { DECK_SORTS } from '#shared/deck-lists.ts';
import type { Texts } from './locales/en.ts';
import type { Translated } from './locales/translated.ts';

/** The texts of `first-library.ts`. The build writes them into that script, which runs before the other texts are loaded. */
export function firstLibraryTexts({ shell, deck, library, talk }: Translated<Texts, 'other'>) {
  return {
    name: shell.name,
    people: shell.people,
    invites: shell.invites,
    title: library.title,
    owners: [library.all, library.mine, library.team, library.shared],
    sorts: DECK_SORTS.map((sort) => library.sorts[sort]),
    add: library.add,
    sections: library.sections,
    live: library.live,
    presenting: talk.presenting,
    presentedBy: talk.offer,
    you: deck.you,
    /** By the form of the plural. */
    slides: formsOf(deck, 'slides'),
  };
}

export type FirstLibraryTexts = ReturnType<typeof firstLibraryTexts>;

function formsOf(texts: object, name: string): Record<string, string> {
  const forms = Object.entries(texts).filter(([key]) => key.startsWith(`${name}_`));
  return Object.fromEntries(forms.map(([key, text]) => [key.slice(name.length + 1), String(text)]));
}
