/** Distance between two lines of text, in font sizes. */
const LINE_HEIGHT = 1.25;
/** Distance from the top of a line to its baseline, in font sizes. */
const BASELINE = 0.985;

/** Average width of a letter, in font sizes. An estimate is enough for the eraser. */
const LETTER_WIDTH = 0.52;

/** The lines of a text, each with the y coordinate of its baseline. `top` and the font size `size` are in slide units. */
export function linesOfText(text: string, top: number, size: number): { line: string; baseline: number }[] {
  return text.split('\n').map((line, at) => ({ line, baseline: top + (at * LINE_HEIGHT + BASELINE) * size }));
}

/** The approximate size of a text. The unit is that of the font size `size`. */
export function textBox(text: string, size: number): { width: number; height: number } {
  const lines = text.split('\n');
  const longest = Math.max(...lines.map((line) => line.length));
  return { width: Math.max(1, longest) * size * LETTER_WIDTH, height: lines.length * size * LINE_HEIGHT };
}
