export const history = {
  open: 'Verlauf',
  title: 'Verlauf dieser Notiz',
  lead: 'Wie sie jeweils war. Was seither fehlt, ist durchgestrichen, was dazukam, ist markiert.',
  empty: 'Noch hat niemand diese Notiz geändert.',
  failed: 'Der Verlauf ließ sich nicht laden.',
  now: 'Jetzt',
  deletedBy: '{{name}} hat die Notiz gelöscht, {{since}}',
  changedBy: '{{name}}, {{since}}',
  bringBack: 'Zurückholen',
  added: 'seither dazugekommen',
  removed: 'seither entfernt',
};
