import { EXIT } from './command.ts';

/** What `stage` needs a browser for. The module `deck-renderer/stage` implements it: this package stays without one. */
export interface Rendering {
  /** @param file a valid package */
  readonly pdf: (file: string, options: PdfOptions) => Promise<Rendered<PdfFile>>;
  /** Pictures of the slides, by their index in the package from 0, as WebP. Slides that cannot be shown have none. */
  readonly thumbnails: (file: string) => Promise<Rendered<ReadonlyMap<number, Uint8Array>>>;
}

export interface PdfOptions {
  readonly steps: 'last' | 'all';
  readonly notes: 'none' | 'below' | 'pages';
  /** Slides on each page of a handout; null for one on each page. */
  readonly handout: 2 | 4 | 6 | null;
  readonly paper: 'a4' | 'letter';
  /** Is called after each page. */
  readonly onPage: (made: number, slides: number) => void;
}

export interface PdfFile {
  readonly bytes: Uint8Array;
  readonly pages: number;
  /** Numbers of the slides, from 1, that could not be shown. Their pages are blank. */
  readonly failed: readonly number[];
}

/** What was made, or a sentence that says why nothing was. */
export type Rendered<T> = { readonly made: T } | { readonly problem: 'no browser' | 'deck'; readonly message: string };

/** A deck cannot be rendered, because of the deck or because there is no browser. The message is one sentence. */
export class RenderingError extends Error {
  override readonly name = 'RenderingError';
  readonly exitCode: number;

  constructor(problem: 'no browser' | 'deck', message: string) {
    super(message);
    this.exitCode = problem === 'deck' ? EXIT.invalidDeck : EXIT.noBrowser;
  }
}

/**
 * @param name a parameter, because this package must compile where the module does not exist
 * @throws RenderingError if the module is not installed
 */
export async function loadRendering(name = 'deck-renderer/stage'): Promise<Rendering> {
  const missing = 'Rendering needs the package deck-renderer, which is not installed: run this command in a checkout of Lectern.';
  const module: unknown = await import(name).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')
      throw new RenderingError('no browser', missing);
    throw error;
  });
  if (!hasRendering(module)) throw new RenderingError('no browser', missing);
  return module.rendering;
}

function hasRendering(module: unknown): module is { rendering: Rendering } {
  return typeof module === 'object' && module !== null && 'rendering' in module;
}

/** What was made. @throws RenderingError if nothing was */
export function rendered<T>(result: Rendered<T>): T {
  if ('made' in result) return result.made;
  throw new RenderingError(result.problem, result.message);
}
