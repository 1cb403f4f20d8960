/** A line of Markdown, as people see it. */
export interface MarkdownLine {
  readonly text: string;
  readonly isHeading: boolean;
  /** It belongs to the speaker notes. */
  readonly isNote: boolean;
}

const HEADING = /^\s*#{1,6} /;
/** What reveal.js takes for the beginning of the notes. */
const NOTES = /^\s*notes?:/i;

/** The lines of a slide that reveal.js makes from Markdown. */
export function markdownLines(source: string): MarkdownLine[] {
  let isNote = false;
  return source.split('\n').map((line) => {
    const beginsNotes = !isNote && NOTES.test(line);
    isNote ||= beginsNotes;
    const text = beginsNotes ? line.replace(NOTES, '') : line;
    return { text: plainLine(text), isHeading: !isNote && isHeading(line), isNote };
  });
}

export function isHeading(line: string): boolean {
  return HEADING.test(line);
}

/** A line without the marks of headings, lists and emphasis, and without tags. */
export function plainLine(line: string): string {
  return line.replace(/^\s*(?:#{1,6}|[-*+]|\d{1,4}[.)]) /, '').replaceAll(/<[^<>]{0,500}>|[*_`]{1,3}/g, '');
}
