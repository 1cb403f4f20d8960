/** A value with its labels, such as `{state="queued"}`; without labels it is empty. */
export type Samples = ReadonlyMap<string, number>;

/**
 * Reads the text format of Prometheus as its documentation has it, and strictly: every metric has one head, and all samples below it.
 *
 * @returns the samples of each name, also of `_bucket`, `_sum` and `_count`
 * @throws Error with the line that does not have the form
 */
export function samplesOf(text: string): ReadonlyMap<string, Samples> {
  const samples = new Map<string, Map<string, number>>();
  const types = new Map<string, string>();
  let current = '';
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) ([a-z_][a-z0-9_]*) (.+)$/.exec(line) ?? [];
    if (kind === 'TYPE') {
      if (types.has(name)) throw new Error(`a second head: ${line}`);
      types.set(name, rest);
      current = name;
    } else if (kind === undefined) {
      const [, sample = '', labels = '', value = ''] =
        /^([a-z_][a-z0-9_]*)(\{(?:[a-z_]+="(?:[^"\\\n]|\\.)*",?)+\})? (\S+)$/.exec(line) ?? [];
      const base = types.get(current) === 'histogram' ? sample.replace(/_(?:bucket|sum|count)$/, '') : sample;
      const number = value === 'Nan' || value === 'NaN' ? Number.NaN : Number(value.replace('Inf', 'Infinity'));
      const isNumber = value === 'Nan' || value === 'NaN' || !Number.isNaN(number);
      if (!isNumber || !(base === current || types.get(current) === 'summary')) throw new Error(`not a sample: ${line}`);
      const ofName = samples.get(sample) ?? new Map<string, number>();
      if (ofName.has(labels)) throw new Error(`a second sample: ${line}`);
      samples.set(sample, ofName.set(labels, number));
    }
  }
  return samples;
}
