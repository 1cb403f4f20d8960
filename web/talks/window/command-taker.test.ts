import { expect, test } from 'vitest';
import { takesCommands } from './command-taker.ts';

const browsers = { laptop: ['b-stage', 'd-notes'], tablet: ['a-notes'] };
const everywhere = [...browsers.laptop, ...browsers.tablet];

/** The windows that run a remote command; the first of each browser holds its lock. */
function takers(movedBy: string, present = everywhere, locks = true): string[] {
  return Object.values(browsers).flatMap((windows) =>
    windows.filter((clientId, at) =>
      takesCommands({
        clientId,
        siblings: new Set(windows.filter((other) => other !== clientId)),
        present: present.filter((other) => other !== clientId),
        holdsLock: locks ? at === 0 : null,
        movedBy,
      }),
    ),
  );
}

test.each([
  ['the window that moved last', 'b-stage', ['b-stage']],
  ['the browser of the window that moved last', 'd-notes', ['b-stage']],
  ['the device that moved last', 'a-notes', ['a-notes']],
  ['the first window by name, if the phone moved last', 'remote', ['a-notes']],
  ['the first window by name, if the window that moved last is closed', 'c-closed', ['a-notes']],
])('%s runs the command, and no other window does', (_, movedBy, expected) => expect(takers(movedBy)).toEqual(expected));

test('without locks the window itself runs the command', () => {
  expect(takers('d-notes', everywhere, false)).toEqual(['d-notes']);
  expect(takers('remote', everywhere, false)).toEqual(['a-notes']);
});
