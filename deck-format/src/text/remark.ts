import { isHeading, plainLine } from './markdown.ts';
import type { SlideText } from './slide-collector.ts';
import { SLIDE_TEXT_MAX_BYTES } from './slide-collector.ts';
import { TextBlocks } from './text-blocks.ts';

const SLIDES_MAX = 2000;
/** The lines that a step repeats. More would make the time quadratic. */
const STEPPED_LINES_MAX = 200;
const PROPERTY = /^[a-z-]{1,40}:/i;

/**
 * The text of the slides in the Markdown of remark. `---` begins a slide, `--` a step of it, which is a slide with everything before,
 * and `???` the notes. Marks are left in the text, because words are found without them.
 */
export function remarkTexts(source: string): SlideText[] {
  const found: SlideText[] = [];
  let before: string[] = [];
  let lines: string[] = [];
  const end = (): void => {
    if (found.length < SLIDES_MAX) found.push(slideOf(found.length, [...before, ...lines]));
  };
  for (const line of source.split('\n')) {
    const mark = line.trimEnd();
    if (mark === '---' || mark === '--') {
      end();
      before = mark === '--' && before.length < STEPPED_LINES_MAX ? [...before, ...lines] : [];
      lines = [];
    } else lines.push(line);
  }
  end();
  return found;
}

function slideOf(inner: number, lines: readonly string[]): SlideText {
  const [text, headings, notes] = [
    new TextBlocks(SLIDE_TEXT_MAX_BYTES / 2),
    new TextBlocks(4096),
    new TextBlocks(SLIDE_TEXT_MAX_BYTES / 4),
  ];
  let isNote = false;
  let isProperty = true;
  let name: string | null = null;
  for (const line of lines) {
    if (line.trim() === '') continue;
    if (line.trimEnd() === '???') {
      isNote = true;
      continue;
    }
    if (isProperty && PROPERTY.test(line)) {
      if (line.startsWith('name:')) name = line.slice('name:'.length).trim() || null;
      continue;
    }
    isProperty = false;
    if (isNote) notes.addLine(line);
    else {
      const plain = plainLine(line);
      text.addLine(plain);
      if (isHeading(line)) headings.addLine(plain);
    }
  }
  return {
    inner,
    id: name,
    title: headings.first() || text.first().slice(0, 256),
    headings: headings.text(),
    text: text.text(),
    notes: notes.text(),
    documentTitle: '',
  };
}
