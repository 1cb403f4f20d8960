import { type BrowserContext, test as base, expect } from '@playwright/test';
import { OpenRequests } from './open-requests.ts';
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
    async ({ context }, use, info) => {
      const errors = new PageErrors();
      const requests = new OpenRequests();
      errors.watch(context);
      requests.watch(context);
      await use(errors);
      // What a failed test has waited for in vain may be one of them.
      if (info.errors.length > 0)
        await info.attach('open requests', { body: requests.lines().join('\n'), contentType: 'text/plain' });
      await endRoutes(context);
      const [first = '', ...others] = errors.unexpected();
      // The summary of a test run shows the first line of the message.
      expect(first, `an error in the console of the page: ${first}`).toBe('');
      expect(others).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

/**
 * Removes what the test has routed, before the browser is closed. Requests that are still being answered then, such as one that the page
 * has begun at the last moment, do not fail the test.
 */
export async function endRoutes(context: BrowserContext): Promise<void> {
  for (const routed of [context, ...context.pages()]) {
    try {
      await routed.unrouteAll({ behavior: 'ignoreErrors' });
    } catch (fault) {
      // A page or a browser that the test has closed, or that is just closing, routes nothing any more.
      if (!routed.isClosed()) throw fault;
    }
  }
}
