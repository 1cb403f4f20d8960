export const history = {
  open: 'History',
  title: 'History of this note',
  lead: 'Earlier texts of this note. Parts removed since are struck through, parts added since are marked.',
  empty: 'No one has changed this note yet.',
  failed: 'The history could not be loaded.',
  now: 'Now',
  deletedBy: '{{name}} deleted the note, {{since}}',
  changedBy: '{{name}}, {{since}}',
  bringBack: 'Restore',
  added: 'added since',
  removed: 'removed since',
};
