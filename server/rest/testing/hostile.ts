import fc from 'fast-check';

/** Texts that have caused faults in this or similar products. */
const TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\ufeff',
  '\u202e',
  '\u0085',
  '\r\nX-Other: yes',
  '\t',
  '\u{1f469}\u200d\u{1f469}',
  'İ',
  'ß',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'true',
  'false',
  '-1',
  '-0',
  '0x10',
  '1e3',
  '1.9',
  '3abc',
  '007',
  '+1',
  '١',
  '9'.repeat(400),
  '2147483648',
  '9223372036854775808',
  '1e309',
  '-1e309',
  '%',
  '%00',
  '%%',
  '%s',
  '..',
  '../../etc/passwd',
  'a/b',
  'a\\b',
  "'; drop table decks; --",
  '$1',
  '{{7*7}}',
  '[object Object]',
  '<script>',
  '"',
  "'",
  'infinity',
  '-infinity',
  'epoch',
  'now',
  '0000-00-00T00:00:00.000Z',
  '2026-02-30T00:00:00.000Z',
  '+275760-09-13T00:00:00.001Z',
  '-000001-01-01T00:00:00.000Z',
  '9999-12-31T23:59:60.999Z',
  '2026-01-31T09:30:00.000Z',
  '4714-01-01T00:00:00.000Z',
  '0001-01-01T00:00:00.000Z',
  'x'.repeat(129),
  'x'.repeat(257),
  'x'.repeat(5000),
  '\u{10ffff}'.repeat(300),
  'a@b',
  `${'a'.repeat(250)}@example.com`,
  'Ada@Example.com\0',
  'sha256-',
  'lectern_',
];

export const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...TEXTS) },
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string(),
);

const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}${close.repeat(depth)}`;

/** JSON as text, so that it can contain what a value cannot: very large numbers, duplicate keys. */
export const hostileJson = fc.oneof(
  { weight: 3, arbitrary: hostileText.map((text) => JSON.stringify(text)) },
  fc.constantFrom(
    '1e999',
    '-1e999',
    '1e-999',
    '-0',
    '9007199254740993',
    '123456789012345678901234567890',
    '0.1e1',
    'null',
    'true',
    '[]',
    '{}',
    '[null]',
    '{"__proto__":{"role":"admin"}}',
    '{"constructor":{"prototype":1}}',
    '{"a":1,"a":2}',
    '"\\ud800"',
    '"\\u0000"',
    '["\\udc00"]',
    '{"\\u0000":1}',
    '{"\\ud800":1}',
    nested(99, '[', ']'),
    nested(101, '[', ']'),
    nested(5000, '[', ']'),
    `${'{"a":'.repeat(150)}1${'}'.repeat(150)}`,
    '{"toJSON":1}',
  ),
  fc.json({ maxDepth: 4 }),
);

/** Encoded segments of an address. */
export const hostileSegment = fc.oneof(
  { weight: 3, arbitrary: hostileText.map((text) => encodeURIComponent(text.toWellFormed())) },
  fc.constantFrom(
    '%00',
    '%',
    '%zz',
    '%ff',
    '%C0%80',
    '%ED%A0%80',
    '%E2%28%A1',
    '..',
    '.',
    ';',
    '%2e%2e',
    '%2F',
    '%5C',
    '*',
    ':id',
    '{id}',
    '+',
    '%0d%0a',
  ),
);

/** Header values of bytes that HTTP allows. */
export const hostileHeader = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '*',
      '"',
      '""',
      'W/"1"',
      '"0"',
      '"1"',
      '"-1"',
      '"01"',
      '"1e3"',
      '"99999999999"',
      '"1", "2"',
      '1',
      'bytes=',
      'bytes=-',
      'bytes=-0',
      'bytes=0-',
      'bytes=5-1',
      'bytes=0-0,2-2',
      'bytes=99999999999999999999-',
      'lines=0-1',
      'bearer',
      'Bearer',
      'Bearer  ',
      'Bearer a b',
      'Basic YTpi',
      'lectern_session=',
      'lectern_session=%00.%00',
      'a=b; ; =; lectern_session',
      'gzip, br;q=0, *;q=0',
      'identity;q=0',
      'text/html',
      'application/*',
      ';;;',
      'application/json; charset=utf-16',
      'multipart/form-data',
      'null',
      'https://elsewhere.example',
    ),
  },
  hostileText.map((text) =>
    Buffer.from(text.toWellFormed())
      .toString('latin1')
      .replaceAll(/[^\t -~\u0080-\u00ff]/g, '?')
      .slice(0, 2000),
  ),
);

/** Bodies as bytes. */
export const hostileBytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  hostileJson.map((text) => Buffer.from(text)),
  fc.constantFrom(
    ...['{', '{"', '{"a"', '{"a":}', '\ufeff{}', '[]', '1', '{"a":1}{"b":2}', '\0'].map((text) => Buffer.from(text)),
  ),
  fc.constant(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
);

/** Cursors in the form of `real` with other contents. */
export function hostileCursor(real: string): fc.Arbitrary<string> {
  const [list] = JSON.parse(Buffer.from(real, 'base64url').toString()) as [string];
  const packed = (json: string) => Buffer.from(json).toString('base64url');
  return fc.oneof(
    fc.tuple(hostileJson, hostileJson).map(([key, id]) => packed(`[${JSON.stringify(list)},${key},${id}]`)),
    fc.tuple(hostileText, hostileText).map((rest) => packed(JSON.stringify([list, ...rest]))),
    hostileJson.map(packed),
    hostileText,
  );
}
