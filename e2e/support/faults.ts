import type { Page } from '@playwright/test';
import type { ErrorCode } from '#shared/errors.ts';

/** Makes requests for a procedure, such as `notes.set`, fail with the server's error format; fails the whole batch. */
export async function refuse(page: Page, procedure: string, status: number, code: ErrorCode): Promise<void> {
  await page.route(`**/api/trpc/*${procedure}*`, (route) => {
    const error = { message: code, code: -32_000, data: { code, message: code, details: {} } };
    const asked = new URL(route.request().url()).pathname.split(',');
    return route.fulfill({ status, json: asked.map(() => ({ error })) });
  });
}
