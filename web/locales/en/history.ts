export const history = {
  open: 'History',
  title: 'History of this note',
  lead: 'How it was each time. What has gone since is struck through, what has come is marked.',
  empty: 'Nobody has changed this note yet.',
  failed: 'The history could not be loaded.',
  now: 'Now',
  deletedBy: '{{name}} deleted the note, {{since}}',
  changedBy: '{{name}}, {{since}}',
  bringBack: 'Bring back',
  added: 'since then added',
  removed: 'since then removed',
};
