import { describe, expect, it } from 'vitest';
import type { Manifest } from 'deck-format';
import { startLectern } from '#server/testing/lectern.ts';
import type { Note } from '#shared/notes.ts';
import { notesMarkdown } from './notes-markdown.ts';

/** The export reads only these fields of a deck and its notes. */
const deck = (title: string, ...slides: { label: string; notes?: string }[]) => ({
  title,
  manifest: { slides } as unknown as Manifest,
});
const note = (slideIndex: number, body: string, inner: string | null = null) => ({ slideIndex, inner, body }) as Note;

describe('notes as Markdown', () => {
  it("contain the team's note of each slide, or else the note in the package, or else none", () => {
    const slides = [
      { label: 'Start', notes: 'from the package' },
      { label: 'Middle', notes: 'from the package' },
      { label: 'End' },
    ];
    expect(notesMarkdown(deck('Figures', ...slides), [note(1, 'from the team')])).toBe(
      '# Figures\n\n## 1. Start\n\nfrom the package\n\n## 2. Middle\n\nfrom the team\n\n## 3. End\n',
    );
  });

  it('contain the notes of inner slides below those of their document', () => {
    const notes = [note(0, 'of all'), note(0, 'first', 'title:1:Welcome'), note(0, 'again', 'title:2:Welcome')];
    expect(notesMarkdown(deck('Talk', { label: 'Talk' }), notes, [note(0, 'gone', 'id:*end*')])).toBe(
      [
        '# Talk',
        '## 1. Talk',
        'of all',
        '### Welcome',
        'first',
        String.raw`### Welcome \(2\)`,
        'again',
        String.raw`## Slide 1 of an earlier version: \*end\*`,
        'gone\n',
      ].join('\n\n'),
    );
  });

  it('contain titles and labels of packages as plain text', () => {
    const hostile = 'x\n# big <script>alert(1)</script> [a](javascript:b) `c` *d*';
    expect(notesMarkdown(deck(hostile, { label: hostile }), [])).toBe(
      [
        String.raw`# x \# big \<script\>alert\(1\)\</script\> \[a\]\(javascript:b\) \`c\` \*d\*`,
        String.raw`## 1. x \# big \<script\>alert\(1\)\</script\> \[a\]\(javascript:b\) \`c\` \*d\*`,
      ]
        .join('\n\n')
        .concat('\n'),
    );
  });

  it('keep the Markdown of a note, except headings and HTML', () => {
    const body = '- a **point**\r\n# no heading\nTitle\n=====\n<b>bold</b>\n#hashtag';
    expect(notesMarkdown(deck('T', { label: 'L' }), [note(0, body)])).toContain(
      String.raw`- a **point**
\# no heading
Title
\=====
\<b>bold\</b>
#hashtag`,
    );
  });

  it('are sent as a download', async () => {
    await using lectern = await startLectern();
    const owner = await lectern.aUser();
    const { id } = await lectern.aDeck({ owner, title: 'Zahlen “2026”/Köln' });
    await lectern.as(owner).put(`/api/decks/${id}/notes/0`, { body: 'Grüße' });
    const { status, headers, text } = await lectern.as(owner).get(`/api/decks/${id}/export/notes.md`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="Zahlen _2026_-Koln\.md"; filename\*=UTF-8''/),
      'x-content-type-options': 'nosniff',
    });
    expect(text).toContain('\n\nGrüße');
  });
});
