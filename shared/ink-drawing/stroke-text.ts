/** Distance of two lines of a text stroke, in heights of its letters. */
const LINE_HEIGHT = 1.25;
/** From the top of a line to the foot of its letters. */
const BASELINE = 0.985;

/** The mean width of a letter; what the eraser feels need not be exact to the pixel. */
const LETTER_WIDTH = 0.52;

/** The lines of a text that begins at `top`, each with the height of its letters' feet. */
export function linesOfText(text: string, top: number, size: number): { line: string; foot: number }[] {
  return text.split('\n').map((line, at) => ({ line, foot: top + (at * LINE_HEIGHT + BASELINE) * size }));
}

/** About how much room a text takes, in the unit of `size`, the height of its letters. */
export function textBox(text: string, size: number): { width: number; height: number } {
  const lines = text.split('\n');
  const longest = Math.max(...lines.map((line) => line.length));
  return { width: Math.max(1, longest) * size * LETTER_WIDTH, height: lines.length * size * LINE_HEIGHT };
}
