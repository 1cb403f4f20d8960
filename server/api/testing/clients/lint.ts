/**
 * `node lint.ts DOCUMENT` prints, as a JSON array, what Spectral's rules for OpenAPI find in a document: warnings and hints too.
 */
import { readFile } from 'node:fs/promises';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

const [document = ''] = process.argv.slice(2);
const linter = new spectral.Spectral();
// The type that the package infers for its own rules is wider than the one that it takes.
const oas = rulesets.oas as RulesetDefinition;
linter.setRuleset({ extends: [[oas, 'recommended']] });
const findings = await linter.run(await readFile(document, 'utf8'));
console.log(JSON.stringify(findings.map(({ code, path, message }) => ({ code, at: path.join('/'), message }))));
