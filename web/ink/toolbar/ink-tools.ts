import { readSetting, writeSetting } from '#web/lib/settings.ts';
import { personColor } from '#web/lib/person-color.ts';
import { HIGHLIGHTER_COLOR, INK_COLORS } from './ink-palette.ts';

/** Tools that draw, by the names stored in strokes. */
export const DRAWING_TOOLS = ['pen', 'highlighter', 'rectangle', 'ellipse', 'arrow', 'line', 'text'] as const;
export type DrawingTool = (typeof DRAWING_TOOLS)[number];
export type InkTool = DrawingTool | 'eraser';

export const INK_WIDTHS = ['fine', 'medium', 'bold'] as const;
export type InkWidth = (typeof INK_WIDTHS)[number];

/** Widths in 1280ths of the slide's larger side. For text, the font size. */
const WIDTHS: Readonly<Record<DrawingTool, readonly [number, number, number]>> = {
  pen: [4, 7, 13],
  highlighter: [18, 30, 48],
  rectangle: [3, 6, 10],
  ellipse: [3, 6, 10],
  arrow: [3, 6, 10],
  line: [3, 6, 10],
  text: [26, 40, 64],
};

/** The width of a tool's line in slide units. */
export function widthOf(tool: DrawingTool, width: InkWidth, slide: { width: number; height: number }): number {
  return (WIDTHS[tool][INK_WIDTHS.indexOf(width)] ?? 1) * unitOf(slide);
}

/** Slide units per 1280th of the slide's larger side. */
export function unitOf({ width, height }: { width: number; height: number }): number {
  return Math.max(width, height) / 1280;
}

/** The chosen tool, colors and width. The highlighter has its own color. */
export interface InkChoice {
  readonly tool: InkTool;
  readonly color: string;
  readonly highlight: string;
  readonly width: InkWidth;
}

/** The color with which the chosen tool draws. */
export function colorOf({ tool, color, highlight }: InkChoice): string {
  return tool === 'highlighter' ? highlight : color;
}

/** The choice after a color was selected. */
export function withColor(choice: InkChoice, color: string): InkChoice {
  // Choosing a color while erasing switches to the pen.
  if (choice.tool === 'eraser') return { ...choice, tool: 'pen', color };
  return choice.tool === 'highlighter' ? { ...choice, highlight: color } : { ...choice, color };
}

/** The user's last choice in this browser. At first the pen has the user's own color, like their avatar. */
export function readInkChoice(userId: string): InkChoice {
  const [color = '', highlight = '', width] = (readSetting('ink') ?? '').split(' ');
  const own = personColor(userId);
  const colors = new Set<string>([own, ...INK_COLORS.map(({ value }) => value)]);
  return {
    tool: 'pen',
    color: colors.has(color) ? color : own,
    highlight: colors.has(highlight) ? highlight : HIGHLIGHTER_COLOR,
    width: INK_WIDTHS.find((name) => name === width) ?? 'medium',
  };
}

export function writeInkChoice({ color, highlight, width }: InkChoice): void {
  writeSetting('ink', `${color} ${highlight} ${width}`);
}
