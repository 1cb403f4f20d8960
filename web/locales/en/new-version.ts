export const newVersion = {
  here: 'Version {{number}} of this deck is here.{{changes}}',
  added_one: '{{count}} slide added',
  added_other: '{{count}} slides added',
  removed_one: '{{count}} removed',
  removed_other: '{{count}} removed',
  changed_one: '{{count}} changed',
  changed_other: '{{count}} changed',
  same: 'No slide has changed.',
  look: 'Look now',
  stay: 'Stay here',
  staying: 'You are looking at version {{shown}}. Version {{number}} is the current one.',
};
