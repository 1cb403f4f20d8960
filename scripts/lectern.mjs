#!/usr/bin/env node
// The command `lectern`. This file must run on any version of Node, so that an old one gets a message.
await import('./require-node.cjs');
await import('./fast-imports.mjs');
await import('./env-file.ts');
const { runCommandLine } = await import('../server/command-line.ts');
await runCommandLine();
