export { presenter } from '#web/locales/de/presenter.ts';
