import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonText, stringifyVerbatim } from './json-text.ts';

describe('JsonText', () => {
  it('is printed unchanged at any level', () => {
    const text = '{"b":1, "a":1e400,"a":"\\u0041"}';
    expect(stringifyVerbatim({ x: [new JsonText(text)], y: new JsonText('1.0') })).toBe(`{"x":[${text}],"y":1.0}`);
    expect(stringifyVerbatim(new JsonText(text))).toBe(text);
  });

  it('is printed unchanged beside any other values', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.jsonValue().map((value) => [value, JSON.stringify(value)] as const),
            fc.json().map((text) => [new JsonText(text), text] as const),
          ),
        ),
        (members) => {
          expect(stringifyVerbatim(members.map(([value]) => value))).toBe(`[${members.map(([, text]) => text).join(',')}]`);
        },
      ),
    );
  });

  it('is not replaced in text that looks like a marker', () => {
    expect(stringifyVerbatim(['verbatim-0:0', '$&', new JsonText('"$1 $$ verbatim-0:0"')])).toBe(
      '["verbatim-0:0","$&","$1 $$ verbatim-0:0"]',
    );
  });

  it('is an ordinary value for JSON.stringify', () => {
    expect(JSON.stringify({ x: new JsonText('{"b":1,"b":2}') })).toBe('{"x":{"b":2}}');
  });
});
