import type { BrowserContext, Request } from '@playwright/test';

/** The requests of a browser that are not answered, or whose answer has not come to its end. Live updates are always among them. */
export class OpenRequests {
  readonly #begun = new Map<Request, number>();

  watch(context: BrowserContext): void {
    context.on('request', (request) => this.#begun.set(request, Date.now()));
    context.on('requestfinished', (request) => this.#begun.delete(request));
    context.on('requestfailed', (request) => this.#begun.delete(request));
  }

  /** A line for each, the oldest first. */
  lines(): string[] {
    const now = Date.now();
    return Array.from(this.#begun, ([request, since]) => `${request.method()} ${request.url()} for ${now - since} ms`);
  }
}
