export { presenter } from '#web/locales/en/presenter.ts';
