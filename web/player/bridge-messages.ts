import * as z from 'zod/mini';

const directionSchema = z.enum(['next', 'previous']);
export type Direction = z.infer<typeof directionSchema>;

/** Where a deck with a runtime of its own stands inside itself; whole numbers, because deck code may say anything. */
const positionSchema = z.object({
  index: z.int().check(z.minimum(0), z.maximum(100_000)),
  count: z.int().check(z.minimum(1), z.maximum(100_000)),
  canNext: z.boolean(),
  canPrevious: z.boolean(),
});
export type InnerPosition = z.infer<typeof positionSchema>;

/** All that a frame may say. It can ask for navigation and report; there is nothing else to ask for. */
export const frameMessageSchema = z.discriminatedUnion('lectern', [
  z.object({ lectern: z.literal('key'), key: z.string().check(z.maxLength(32)), shiftKey: z.boolean() }),
  z.object({ lectern: z.literal('position'), position: z.nullable(positionSchema) }),
  z.object({ lectern: z.literal('edge'), direction: directionSchema }),
  z.object({ lectern: z.literal('active') }),
]);
export type FrameMessage = z.infer<typeof frameMessageSchema>;

/** What the player says to the bridge. */
export type PlayerMessage =
  | { lectern: 'step'; direction: Direction; skip: boolean; byKeys: boolean }
  | { lectern: 'go'; index: number };
