import { writeFile } from 'node:fs/promises';
import { countOf } from '../../manifest/issue-message.ts';
import { openPackage } from '../../package.ts';
import { nodeEngine } from '../engine.ts';
import { type Command, EXIT, onlyOperand, parseCommandLine, UsageError } from './command.ts';
import { checkOutput, openDeckFile } from './files.ts';
import { loadRendering, rendered } from './rendering.ts';

const OPTIONS = {
  output: { type: 'string', short: 'o' },
  steps: { type: 'string', default: 'last' },
  notes: { type: 'string', default: 'none' },
  handout: { type: 'string' },
  paper: { type: 'string', default: 'a4' },
} as const;

const HANDOUTS = { 2: 2, 4: 4, 6: 6 } as const;

/** `stage pdf`: prints the slides of a package. */
export const pdf: Command = {
  name: 'pdf',
  summary: 'make a PDF of a package, with the browser of this machine',
  help: `Usage: stage pdf FILE -o OUT.pdf [options]

Makes a PDF of a package, one slide a page, with links and bookmarks. The slides run in the Google Chrome or Chromium of this machine,
or in the one that RENDERER_BROWSER names, without a network.

  -o, --output FILE      file to write the PDF to
  --steps last|all       all: a page for each step of a slide; default: last
  --notes below|pages    speaker notes below each slide, or on pages after it
  --handout 2|4|6        so many slides on a page
  --paper a4|letter      for notes and handouts; default: a4
`,
  async run(args) {
    const { values, positionals } = parseCommandLine(args, OPTIONS);
    const file = onlyOperand(positionals, 'FILE');
    const { output } = values;
    if (output === undefined) throw new UsageError('Specify the file to write with -o FILE.');
    const options = {
      steps: oneOf('--steps', values.steps, ['last', 'all']),
      notes: oneOf('--notes', values.notes, ['none', 'below', 'pages']),
      handout: values.handout === undefined ? null : HANDOUTS[oneOf('--handout', values.handout, ['2', '4', '6'])],
      paper: oneOf('--paper', values.paper, ['a4', 'letter']),
    };
    if (options.handout !== null && options.notes !== 'none') throw new UsageError('Specify either --notes or --handout.');
    await verify(file);
    await checkOutput(output, file);
    const { pdf: makePdf } = await loadRendering();
    const { bytes, pages, failed } = rendered(await makePdf(file, { ...options, onPage: showProgress }));
    await writeFile(output, bytes);
    process.stdout.write(`${output}: ${countOf(pages, 'page')}, ${bytes.length} bytes\n`);
    for (const slide of failed) process.stdout.write(`blank     slide ${slide} could not be shown\n`);
    return failed.length > 0 ? EXIT.invalidDeck : EXIT.success;
  },
};

async function verify(file: string): Promise<void> {
  await using source = await openDeckFile(file);
  const deck = await openPackage(source, nodeEngine);
  await deck.verify();
}

function oneOf<const Value extends string>(option: string, given: string, values: readonly Value[]): Value {
  const found = values.find((value) => value === given);
  if (found === undefined) throw new UsageError(`${option} ${given} is not possible; the values are ${values.join(', ')}.`);
  return found;
}

/** Replaces a line of the terminal. */
function showProgress(pages: number, slides: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${countOf(pages, 'page')} of ${countOf(slides, 'slide')}\u001b[K\r`);
}
