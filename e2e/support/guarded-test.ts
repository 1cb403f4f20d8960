import { test as base, expect } from '@playwright/test';
import { PageErrors } from './page-errors.ts';

interface Guarded {
  /**
   * Fails the test on every console.error and uncaught error of a page, unless the test has called `pageErrors.expect(/…/)` for
   * it.
   */
  readonly pageErrors: PageErrors;
}

export const test = base.extend<Guarded>({
  pageErrors: [
    async ({ context }, use) => {
      const errors = new PageErrors();
      errors.watch(context);
      await use(errors);
      expect(errors.unexpected(), 'errors in the console of the page').toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };
