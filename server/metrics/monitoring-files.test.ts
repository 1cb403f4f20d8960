import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from '#server/db/testing/eventually.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { samplesOf } from './testing/samples.ts';

const FOLDER = path.join(import.meta.dirname, '../../docs/monitoring');
const TOKEN = 'a token for the tests of dashboards';
const lectern = await aLectern({ METRICS_TOKEN: TOKEN });

/** The names and labels of all metrics that a server has after some requests. */
async function metricsOfServer() {
  const owner = await lectern.aUser();
  await lectern.aDeck({ owner });
  await lectern.as(owner).get('/api/decks');
  const { text } = await lectern.as(null).get('/metrics', { authorization: `Bearer ${TOKEN}` });
  return samplesOf(text);
}

const expressionsSchema = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
  templating: z.object({ list: z.array(z.object({ query: z.union([z.string(), z.object({ query: z.string() })]) })) }),
});

async function dashboardExpressions(): Promise<string[]> {
  const text = await readFile(path.join(FOLDER, 'grafana-dashboard.json'), 'utf8');
  const { panels, templating } = expressionsSchema.parse(JSON.parse(text));
  const variables = templating.list.map(({ query }) => (typeof query === 'string' ? query : query.query));
  return [
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...variables.filter((each) => each !== 'prometheus'),
  ];
}

async function alertExpressions(): Promise<string[]> {
  const text = await readFile(path.join(FOLDER, 'alerts.yml'), 'utf8');
  return [...text.matchAll(/^ +expr: (.+)$/gm)].map(([, expression = '']) => expression);
}

/** The metrics that an expression reads, with the labels by which it selects. */
function selectorsIn(expression: string): { name: string; labels: string[] }[] {
  return [...expression.matchAll(/\b((?:lectern|process|nodejs)_[a-z0-9_]+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', inside = '']) => ({
      name,
      labels: [...inside.matchAll(/(\w+)=~?"/g)].map(([, label = '']) => label),
    }),
  );
}

/** Labels that Prometheus adds itself. */
const OF_PROMETHEUS = new Set(['job', 'instance']);

describe.each([
  ['the dashboard', dashboardExpressions],
  ['the alerts', alertExpressions],
])('%s', (_name, expressionsOf) => {
  it('reads only metrics and labels that the server has', async () => {
    const expressions = await expressionsOf();
    expect(expressions.length).toBeGreaterThan(4);
    const metrics = await eventually(async () => {
      const found = await metricsOfServer();
      return found.has('lectern_http_request_duration_seconds_bucket') ? found : undefined;
    });
    for (const expression of expressions) {
      const selectors = selectorsIn(expression);
      expect(selectors, expression).not.toEqual([]);
      for (const { name, labels } of selectors) {
        const samples = metrics.get(name);
        expect(samples, `${name} in ${expression}`).toBeDefined();
        for (const label of labels.filter((each) => !OF_PROMETHEUS.has(each)))
          expect([...(samples?.keys() ?? [])].join('\n'), expression).toContain(`${label}="`);
      }
    }
  });
});

it('the dashboard shows every metric of the service', async () => {
  const expressions = await dashboardExpressions();
  const shown = new Set(expressions.flatMap((expression) => selectorsIn(expression).map(({ name }) => name)));
  const ours = [...(await metricsOfServer()).keys()].filter((name) => name.startsWith('lectern_'));
  expect(ours.filter((name) => !/_(?:sum|count)$/.test(name) && !shown.has(name))).toEqual([]);
});
