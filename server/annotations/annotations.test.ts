import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aLectern } from '#server/testing/lectern.ts';
import { expectRefusal } from '#server/testing/refusals.ts';

const MAX_BYTES = 100_000;
const lectern = await aLectern({ ANNOTATION_MAX_BYTES: String(MAX_BYTES) });
const owner = await lectern.aUser();
const api = lectern.as(owner);
const { id } = await lectern.aDeck({ owner });
const path = `/api/decks/${id}/annotations/0`;
const json = { 'content-type': 'application/json' };

const put = (body: string) => api.send('PUT', path, { headers: json, body });
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** The text of the payload in a response with one annotation. */
function payloadIn(text: string): string {
  const start = text.indexOf('"payload":') + '"payload":'.length;
  return text.slice(start, text.lastIndexOf(',"revision"'));
}

describe('a payload', () => {
  it.each([
    '{"b":1,"a":2}',
    '{"a":1,"a":2}',
    '1e400',
    '-0',
    '1.0',
    '12345678901234567890',
    '0.1000000000000000055511151231257827',
    '"\\u0041\\/\\u00e9é"',
    '"\\ud800 lone, \\udc00\\ud83d"',
    '"\\u0000"',
    '{"__proto__":{"x":1},"constructor":null}',
    '{"payload":{"payload":"},{"}}',
    '"verbatim-0:0"',
    '"$& $1 $$"',
    '{ "spaces" : [ 1 ,\t2 ] }',
    'null',
    'false',
    '""',
    '[]',
    nested(99),
  ])('is returned exactly as sent: %s', async (payload) => {
    const answer = await put(`{"payload": ${payload} }`);
    expect(answer.status).toBe(200);
    expect(payloadIn(answer.text)).toBe(payload);
    const list = await api.get(`/api/decks/${id}/annotations`);
    expect(payloadIn(list.text)).toBe(payload);
  });

  it('is returned exactly as sent, with any value and among any other fields', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.json({ maxDepth: 4 }),
        fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }),
        async (payload, around) => {
          const { payload: _one, versionId: _other, ...others } = around;
          const answer = await put(
            `${JSON.stringify(others).slice(0, -1)}${Object.keys(others).length > 0 ? ',' : ''}"payload":${payload}}`,
          );
          expect(payloadIn(answer.text)).toBe(payload);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is returned exactly as sent in an error response, too', async () => {
    const payload = '{ "b":1e400,\t"a":[ 12345678901234567890, -0, "\\u00e9" ], "b":1.0 }';
    await put(`{"payload":${payload}}`);
    const answer = await api.send('PUT', path, { headers: { ...json, 'if-match': '"999"' }, body: '{"payload":1}' });
    expect(answer.status).toBe(412);
    expect(answer.text).toContain(`"payload":${payload}`);
  });

  it('that is given twice has the last value, as with JSON.parse', async () => {
    expect(payloadIn((await put('{"payload":1,"p\\u0061yload":2}')).text)).toBe('2');
  });

  it('stays with its annotation in a list of several', async () => {
    await put('{"payload":"first"}');
    await api.send('PUT', `/api/decks/${id}/annotations/1`, { headers: json, body: '{"payload":1e999}' });
    const { text } = await api.get(`/api/decks/${id}/annotations`);
    expect(text).toMatch(/"payload":"first".*"payload":1e999/);
  });

  it('is accepted in a body of 100 levels, and refused in a deeper one', async () => {
    expect((await put(`{"payload":${nested(99)}}`)).status).toBe(200);
    expectRefusal(await put(`{"payload":${nested(100)}}`), 'VALIDATION_FAILED');
    expectRefusal(await put(`{"payload":${'['.repeat(90_000)}`), 'VALIDATION_FAILED');
  });

  it('is required', async () => {
    expectRefusal(await put('{}'), 'VALIDATION_FAILED');
    expectRefusal(await put(''), 'MALFORMED_JSON');
    expectRefusal(await put('{"Payload":1}'), 'VALIDATION_FAILED');
  });

  it('is measured in bytes as it was sent', async () => {
    const filled = (bytes: number) => `{"payload":"${'é'.repeat((bytes - 2) / 2)}"}`;
    expect((await put(filled(MAX_BYTES))).status).toBe(200);
    expect(expectRefusal(await put(filled(MAX_BYTES + 2)), 'PAYLOAD_TOO_LARGE')).toEqual({ maxBytes: MAX_BYTES });
    const details = expectRefusal(await put(filled(MAX_BYTES * 5)), 'PAYLOAD_TOO_LARGE');
    // The body is refused by its length, before its payload is read.
    expect(details['maxBytes']).toBeGreaterThanOrEqual(MAX_BYTES);
  });

  it('is an ordinary value through tRPC', async () => {
    const call = await api.post('/api/trpc/annotations.set', { id, slideIndex: 0, payload: { b: [1, 'x'] } });
    expect(call.body).toMatchObject({ result: { data: { payload: { b: [1, 'x'] } } } });
    expect(payloadIn((await api.get(`/api/decks/${id}/annotations`)).text)).toContain('{"b":[1,"x"]}');
  });
});
