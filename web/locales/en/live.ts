export const live = {
  viewers: 'Also here',
  looksAt: '{{name}} is on slide {{number}}',
};
