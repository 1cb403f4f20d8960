'use strict';

// Runs on any Node, however old, before anything that does not: the rest of this repository is TypeScript that Node runs as it is.
const OLDEST = [22, 18];
const running = process.versions.node.split('.').map(Number);
const tooOld = running[0] < OLDEST[0] || (running[0] === OLDEST[0] && running[1] < OLDEST[1]);

if (tooOld) {
  console.error(
    'Lectern needs Node ' +
      OLDEST.join('.') +
      ' or newer; this is ' +
      process.versions.node +
      '.\n' +
      'On Linux and macOS `npm ci` brings the right one, and `npm start`, `npm test` and the other scripts run on it.\n' +
      'If you did run `npm ci`: it has none for ' +
      process.platform +
      '-' +
      process.arch +
      ', or optional packages were left out (--omit=optional).\n' +
      'Then install a newer Node yourself: https://nodejs.org',
  );
  process.exit(1);
}
