import { expect, it } from 'vitest';
import { mergeTexts } from './merge-texts.ts';

const textOf = (worker: number, value: string) => `# HELP a_total How many.
# TYPE a_total counter
a_total{worker="${worker}"} ${value}

# HELP b Now.
# TYPE b gauge
b{state="x",worker="${worker}"} ${value}
b{state="y",worker="${worker}"} 0
`;

it('keeps what one process says', () => {
  expect(mergeTexts([textOf(1, '5')])).toBe(textOf(1, '5'));
});

it('puts the samples of several processes below one head for each metric', () => {
  expect(mergeTexts([textOf(1, '5'), textOf(2, 'Nan')])).toBe(`# HELP a_total How many.
# TYPE a_total counter
a_total{worker="1"} 5
a_total{worker="2"} Nan

# HELP b Now.
# TYPE b gauge
b{state="x",worker="1"} 5
b{state="y",worker="1"} 0
b{state="x",worker="2"} Nan
b{state="y",worker="2"} 0
`);
});

it('keeps metrics that only some processes have', () => {
  const only = '# HELP c Only here.\n# TYPE c gauge\nc{worker="1"} 1\n';
  expect(mergeTexts([`${textOf(1, '1')}\n${only}`, textOf(2, '2')])).toContain(only);
});

it('is empty without any process', () => {
  expect(mergeTexts([])).toBe('\n');
});
