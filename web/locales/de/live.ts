export const live = {
  viewers: 'Auch hier',
  looksAt: '{{name}} ist auf Folie {{number}}',
};
