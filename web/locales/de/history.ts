export const history = {
  open: 'Verlauf',
  title: 'Verlauf dieser Notiz',
  lead: 'Frühere Texte dieser Notiz. Seither entfernte Teile sind durchgestrichen, seither hinzugefügte sind markiert.',
  empty: 'Diese Notiz wurde noch nicht geändert.',
  failed: 'Der Verlauf konnte nicht geladen werden.',
  now: 'Jetzt',
  deletedBy: '{{name}} hat die Notiz gelöscht, {{since}}',
  changedBy: '{{name}}, {{since}}',
  bringBack: 'Wiederherstellen',
  added: 'seither hinzugefügt',
  removed: 'seither entfernt',
};
