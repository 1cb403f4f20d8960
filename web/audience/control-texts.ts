import { wantsPrivacy } from './privacy.ts';
import { inLanguage } from './texts.ts';

const en = {
  about: 'About this page',
  again: 'Try again',
  black: 'The screen is black. Press any key to show the slide.',
  close: 'Close',
  controls: 'Controls',
  counted:
    'This page counts visits: when they were, from which site and on what kind of device, and how long each slide was looked at; there are no cookies, and your address is not stored.',
  countedAnswer:
    'With what you enter, the person sees when you were here, from which site and on what kind of device, and how long you looked at each slide; there are no cookies, and your address is not stored.',
  countedPrivately:
    'Because your browser asks not to be tracked, this page counts only that there was a visit, when, and on what kind of device.',
  countedPrivatelyAnswer:
    'Because your browser asks not to be tracked, the person only sees what you enter, when you were here, and on what kind of device.',
  download: 'Download',
  end: 'End of deck',
  first: 'Start again',
  fullscreen: 'Fullscreen',
  goTo: 'Go to slide',
  gone: 'Its address is no longer valid.',
  help: 'Keyboard shortcuts',
  key: '{label} ({key})',
  leaveFullscreen: 'Leave fullscreen',
  missing: 'This slide could not be loaded',
  next: 'Next',
  notes: 'Notes',
  offline: 'There is no connection to the server. Slides that are already loaded still work.',
  overview: 'Overview',
  position: 'Slide {number} of {count}',
  previous: 'Previous',
  sharedBy: 'Shared by {name}',
  stray: 'This slide keeps going to another page',
  strayLead: 'Decks can only show their own pages here.',
  until: 'This link works until {time}.',
  white: 'The screen is white. Press any key to show the slide.',
  whole: 'Reset zoom',
};

const de: typeof en = {
  about: 'Über diese Seite',
  again: 'Noch einmal versuchen',
  black: 'Der Bildschirm ist schwarz. Drücke eine beliebige Taste, um die Folie zu zeigen.',
  close: 'Schließen',
  controls: 'Steuerung',
  counted:
    'Diese Seite zählt Besuche: wann sie waren, von welcher Website aus, auf welcher Art von Gerät und wie lange jede Folie betrachtet wurde; es gibt keine Cookies, und deine Adresse wird nicht gespeichert.',
  countedAnswer:
    'Zu deiner Angabe sieht die Person, wann du hier warst, von welcher Website aus, auf welcher Art von Gerät und wie lange du jede Folie betrachtet hast; es gibt keine Cookies, und deine Adresse wird nicht gespeichert.',
  countedPrivately:
    'Weil dein Browser darum bittet, dich nicht zu verfolgen, zählt diese Seite nur, dass es einen Besuch gab, wann und auf welcher Art von Gerät.',
  countedPrivatelyAnswer:
    'Weil dein Browser darum bittet, dich nicht zu verfolgen, sieht die Person nur deine Angabe, wann du hier warst und auf welcher Art von Gerät.',
  download: 'Herunterladen',
  end: 'Ende des Decks',
  first: 'Von vorn beginnen',
  fullscreen: 'Vollbild',
  goTo: 'Gehe zu Folie',
  gone: 'Ihre Adresse gilt nicht mehr.',
  help: 'Tastenkürzel',
  key: '{label} ({key})',
  leaveFullscreen: 'Vollbild verlassen',
  missing: 'Diese Folie konnte nicht geladen werden',
  next: 'Weiter',
  notes: 'Notizen',
  offline: 'Es gibt keine Verbindung zum Server. Bereits geladene Folien funktionieren weiter.',
  overview: 'Übersicht',
  position: 'Folie {number} von {count}',
  previous: 'Zurück',
  sharedBy: 'Geteilt von {name}',
  stray: 'Diese Folie wechselt immer wieder zu einer anderen Seite',
  strayLead: 'Decks können hier nur ihre eigenen Seiten zeigen.',
  until: 'Dieser Link funktioniert bis {time}.',
  white: 'Der Bildschirm ist weiß. Drücke eine beliebige Taste, um die Folie zu zeigen.',
  whole: 'Zoom zurücksetzen',
};

/** The texts of what is around the slide. */
export const texts = inLanguage({ en, de });

/** One sentence that says what is counted. @param asks whether the link asks for a name or an email address */
export function countedWords(asks: boolean): string {
  if (wantsPrivacy()) return asks ? texts.countedPrivatelyAnswer : texts.countedPrivately;
  return asks ? texts.countedAnswer : texts.counted;
}
