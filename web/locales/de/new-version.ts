export const newVersion = {
  here: 'Version {{number}} dieses Decks ist da.{{changes}}',
  added_one: '{{count}} Folie hinzugefügt',
  added_other: '{{count}} Folien hinzugefügt',
  removed_one: '{{count}} entfernt',
  removed_other: '{{count}} entfernt',
  changed_one: '{{count}} geändert',
  changed_other: '{{count}} geändert',
  same: 'Keine Folie hat sich geändert.',
  look: 'Jetzt ansehen',
  stay: 'Hier bleiben',
  staying: 'Du siehst Version {{shown}}. Aktuell ist Version {{number}}.',
};
