'use strict';

// This file must run on any version of Node: it checks the version before Node runs the TypeScript in this repository. Node 24 is the first one with
// `using` declarations.
const OLDEST = [24, 0];
const running = process.versions.node.split('.').map(Number);
const tooOld = running[0] < OLDEST[0] || (running[0] === OLDEST[0] && running[1] < OLDEST[1]);

if (tooOld) {
  console.error(
    'Lectern needs Node ' +
      OLDEST.join('.') +
      ' or newer; this is ' +
      process.versions.node +
      '.\n' +
      'On Linux and macOS, `npm ci` installs the right version, and `npm start`, `npm test` and the other scripts use it.\n' +
      'If you have run `npm ci`, there is no package for ' +
      process.platform +
      '-' +
      process.arch +
      ', or optional packages were left out (--omit=optional).\n' +
      'In that case, install a newer version of Node: https://nodejs.org',
  );
  process.exit(1);
}
