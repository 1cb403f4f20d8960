import { setTimeout as delay } from 'node:timers/promises';
import { type Renderer, RendererUnavailableError, type RenderEvent, type RenderRequest } from 'deck-renderer';
import type { Logger } from 'pino';
import type { RendererFacts, RendererState } from '#shared/health.ts';

/** How long to wait before a renderer that could not be opened is tried again. */
const AGAIN_MILLISECONDS = 60_000;
const CHECK_MILLISECONDS = 60_000;

/**
 * A renderer that is opened while the server already works, and again if it does not work: its browser may be installed later, and a
 * service of its own may start after this server.
 */
export class LateRenderer {
  readonly #open: () => Promise<Renderer>;
  readonly #log: Logger;
  readonly #stop = new AbortController();
  #renderer: Renderer | null = null;
  #state: RendererState = 'starting';
  #browser: string | null = null;
  #opening = Promise.resolve();

  /** @param open starts the renderer or connects to it. @throws RendererUnavailableError */
  constructor(open: () => Promise<Renderer>, log: Logger) {
    this.#open = open;
    this.#log = log;
  }

  get facts(): RendererFacts {
    return { state: this.#state, browser: this.#browser };
  }

  /** Whether it renders, or will soon. Once it has worked, jobs wait for it if it does not. */
  get isExpected(): boolean {
    return this.#renderer !== null || this.#state === 'starting';
  }

  /** Begins to open it. Returns at once. @param onReady called once, when it works */
  start(onReady: () => void): void {
    this.#opening = this.#keepOpening(onReady);
  }

  /** @throws as `Renderer.render` */
  async *render(request: RenderRequest, signal: AbortSignal): AsyncGenerator<RenderEvent> {
    if (this.#renderer === null) throw new RendererUnavailableError('The renderer has not started yet.');
    try {
      yield* this.#renderer.render(request, signal);
      this.#state = 'ready';
    } catch (fault) {
      if (fault instanceof RendererUnavailableError) this.#state = 'unavailable';
      throw fault;
    }
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#opening;
    await this.#renderer?.stop();
  }

  async #keepOpening(onReady: () => void): Promise<void> {
    let said = '';
    while (!this.#stop.signal.aborted) {
      const reason = await this.#tryToOpen();
      if (reason === null) return onReady();
      // The same sentence every minute would fill the log.
      if (reason !== said) this.#log.warn({ reason }, 'there are no pictures of slides, because the renderer does not work');
      said = reason;
      this.#state = 'unavailable';
      await delay(AGAIN_MILLISECONDS, undefined, { signal: this.#stop.signal, ref: false }).catch(() => undefined);
    }
  }

  /** Returns why it does not work; null if it does. */
  async #tryToOpen(): Promise<string | null> {
    try {
      const renderer = await this.#open();
      this.#renderer = renderer;
      this.#stop.signal.throwIfAborted();
      const { browser } = await renderer.check(AbortSignal.any([this.#stop.signal, AbortSignal.timeout(CHECK_MILLISECONDS)]));
      this.#state = 'ready';
      this.#browser = browser;
      this.#log.info({ browser }, 'pictures of slides are made');
      return null;
    } catch (fault) {
      await this.#renderer?.stop();
      this.#renderer = null;
      return fault instanceof Error ? fault.message : String(fault);
    }
  }
}
