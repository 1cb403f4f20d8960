import { z } from 'zod';

const milliseconds = z.int().min(1).max(3_600_000);

/** What one job may use. After a limit of the job, its browser is killed. */
export const renderLimitsSchema = z.strictObject({
  /** For one picture of a slide, including the time that its document takes to load. */
  slideMs: milliseconds.default(10_000),
  /** For all pictures of a deck. */
  deckMs: milliseconds.default(120_000),
  /** For a PDF of a deck. It is longer, because a part of a PDF is of no use. */
  pdfMs: milliseconds.default(300_000),
  /** Memory of the browser and all of its processes, in bytes, without what they share. */
  memoryBytes: z.int().positive().default(1_500_000_000),
  /** All pictures of a job together, or all parts of a PDF. */
  outputBytes: z
    .int()
    .positive()
    .default(256 * 1024 * 1024),
  /** One printed page of a PDF. A slide that has more is a picture in the PDF. */
  printedBytes: z
    .int()
    .positive()
    .default(32 * 1024 * 1024),
  /** Requests of the deck. */
  requests: z.int().positive().default(50_000),
});
export type RenderLimits = z.infer<typeof renderLimitsSchema>;
