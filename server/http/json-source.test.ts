import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memberSource, nestsDeeperThan } from './json-source.ts';

/** JSON with different white space. */
const spelled = fc
  .tuple(fc.json(), fc.constantFrom(0, 2, '\t', ' \r\n'))
  .map(([json, space]) => JSON.stringify(JSON.parse(json), null, space));
const aName = fc.oneof(fc.string(), fc.constantFrom('payload', '__proto__', '', '"', '\\', '\u2028', '{', '},', ':'));

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('the source of a member', () => {
  it('is the exact text of its value', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(aName, spelled), { maxLength: 6 }), fc.constantFrom('', ' ', '\n\t '), (members, space) => {
        const source = `{${members.map(([name, value]) => `${space}${JSON.stringify(name)}${space}:${space}${value}${space}`).join(',')}}`;
        for (const [name] of members) expect(memberSource(source, name)).toBe(members.findLast(([other]) => other === name)?.[1]);
      }),
    );
  });

  it('parses to the value that JSON.parse finds', () => {
    fc.assert(
      fc.property(fc.dictionary(aName, fc.jsonValue()), fc.constantFrom(0, 1, '\t'), (object, space) => {
        const source = JSON.stringify(object, null, space);
        // The names are not those of `JSON.parse(source)`: that of Node 26.10 takes the name `"` for `\` if it has parsed an object with
        // a `\` in the same place before.
        for (const [name, value] of Object.entries(object)) {
          expect(JSON.parse(memberSource(source, name) ?? 'nothing')).toEqual(JSON.parse(JSON.stringify(value)));
        }
      }),
    );
  });

  it('is undefined when the member does not exist', () => {
    expect(memberSource('{}', 'a')).toBeUndefined();
    expect(memberSource(' { } ', '')).toBeUndefined();
    expect(memberSource('{"b":{"a":1},"c":"\\"a\\":2"}', 'a')).toBeUndefined();
  });

  it('is found under an escaped name', () => {
    expect(memberSource('{"p\\u0061y":[1, 2]}', 'pay')).toBe('[1, 2]');
  });
});

describe('nesting', () => {
  it('is as deep as the value', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), fc.nat(9), (json, limit) => {
        expect(nestsDeeperThan(json, limit)).toBe(depthOf(JSON.parse(json)) > limit);
      }),
    );
  });

  it('does not count brackets in strings', () => {
    expect(nestsDeeperThan('"[[[[[["', 0)).toBe(false);
    expect(nestsDeeperThan('["\\"[[[", "\\\\", "]"]', 1)).toBe(false);
  });

  it('is also computed for text that is not JSON', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('"', '\\', '[', '{', '}', ']', 'a', ',') }),
        (text) => typeof nestsDeeperThan(text, 3) === 'boolean',
      ),
    );
  });
});
