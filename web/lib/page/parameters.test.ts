import { describe, expect, it, test } from 'vitest';
import { addressChoice, addressNumber, addressText, parseParameters, writeParameters } from './parameters.ts';

const TEXTS = [
  '"state of the art"',
  '1e3',
  '0012',
  '12345678901234567890',
  'true',
  'null',
  '{"a":1}',
  'a+b & c=d',
  '100 %',
  '漢字',
];

describe('the parameters of an address', () => {
  it.each(TEXTS)('are read as they are written: %s', (text) => {
    expect(addressText(parseParameters(writeParameters({ q: text, owner: undefined }))['q'])).toBe(text);
  });

  it('are read as people write them by hand', () => {
    expect(parseParameters('?q="state of the art"&days=7')).toEqual({ q: '"state of the art"', days: '7' });
    expect(parseParameters('?q=100%&q=last')).toEqual({ q: 'last' });
    expect(parseParameters('')).toEqual({});
  });

  it('are left out if they have no value', () => {
    expect(writeParameters({ q: undefined })).toBe('');
    expect(writeParameters({ starred: true, days: 7, q: 'a b' })).toBe('?starred=true&days=7&q=a+b');
  });
});

test.each([
  ['7', 7],
  [7, 7],
  ['07', 7],
  ['0', undefined],
  ['10', undefined],
  ['7.5', undefined],
  ['1e0', undefined],
  ['-7', undefined],
  ['', undefined],
  [' 7', undefined],
  ['9'.repeat(400), undefined],
  [true, undefined],
  [null, undefined],
])('a number from 1 to 9: %j', (value, number) => {
  expect(addressNumber(value, 1, 9)).toBe(number);
});

test('other values of a choice, and texts that are none, are left out', () => {
  expect([addressChoice([true], 'yes'), addressChoice([7, 30], '8'), addressChoice([7, 30], 30)]).toEqual([
    undefined,
    undefined,
    30,
  ]);
  expect([addressText(''), addressText(7), addressText(['a']), addressText('a')]).toEqual([undefined, undefined, undefined, 'a']);
});
