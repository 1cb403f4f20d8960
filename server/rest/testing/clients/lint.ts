/**
 * `node lint.ts DOCUMENT` prints everything that Spectral's rules for OpenAPI find in a document as a JSON array, including warnings
 * and hints.
 */
import { readFile } from 'node:fs/promises';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

const [document = ''] = process.argv.slice(2);
const linter = new spectral.Spectral();
// The package infers a type for its own rules that is wider than the type it accepts.
const oas = rulesets.oas as RulesetDefinition;
linter.setRuleset({ extends: [[oas, 'recommended']] });
const findings = await linter.run(await readFile(document, 'utf8'));
console.log(JSON.stringify(findings.map(({ code, path, message }) => ({ code, at: path.join('/'), message }))));
