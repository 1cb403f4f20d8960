/**
 * Merges what several processes say in the text format of Prometheus: it wants all samples of a metric together, below one `# HELP` and one
 * `# TYPE`. The samples are kept as they are, so each text must have a label that the others do not have.
 */
export function mergeTexts(texts: readonly string[]): string {
  const [only] = texts;
  if (only !== undefined && texts.length === 1) return only;
  const samplesOf = new Map<string, string[]>();
  for (const metric of texts.flatMap((text) => text.trimEnd().split('\n\n'))) {
    const [help, type, ...samples] = metric.split('\n');
    const head = `${help}\n${type}`;
    samplesOf.set(head, [...(samplesOf.get(head) ?? []), ...samples]);
  }
  return `${Array.from(samplesOf, ([head, samples]) => [head, ...samples].join('\n')).join('\n\n')}\n`;
}
