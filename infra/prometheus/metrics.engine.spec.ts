import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWithEngine } from '../../packages/testing/src/engines.js';
import { employee } from '@feusa/system-tests/test-calls';
import { Product } from '@feusa/system-tests/test-product';
import { expressions, ofPrometheus, usedIn } from './expressions.js';

const PARTS: Readonly<Record<string, readonly string[]>> = {
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
};

/** The labels of each series that services tell of; undefined where there is none of it yet. */
const readMetrics = (texts: readonly string[]) => {
  const known = new Map<string, Set<string> | undefined>();
  for (const [, name = '', type = ''] of texts.join('\n').matchAll(/^# TYPE (\S+) (\S+)$/gm))
    for (const part of PARTS[type] ?? ['']) known.set(name + part, undefined);
  for (const [, name = '', labels = ''] of texts
    .join('\n')
    .matchAll(/^([a-z]\w*)(?:\{(.*)\})? /gm)) {
    const seen = known.get(name) ?? new Set<string>();
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) seen.add(label);
    known.set(name, seen);
  }
  return known;
};

/** Needs kafka, opensearch, redis and s3: the figures are those of the services apart. */
describeWithEngine('opensearch', 'what alerts and dashboards ask for', () => {
  let product: Product;
  let known: ReturnType<typeof readMetrics>;

  beforeAll(async () => {
    product = await Product.open({}, true);
    await product.done('add-employee', employee);
    await product.get('/api/search?q=kaminski');
    const texts = product.apps.map(async (app) => {
      const { port } = app.getHttpServer().address() as { port: number };
      return (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    });
    known = readMetrics(await Promise.all(texts));
  });
  afterAll(() => product?.close());

  const unknown = (unknownIn: (expression: string) => string[]) =>
    expressions.flatMap(([where, expression]) =>
      unknownIn(expression).map((name) => `${where}: ${name}`),
    );

  it('is told by the running services', () => {
    const names = ({ metrics }: ReturnType<typeof usedIn>) => [...metrics];
    const isKnown = (name: string) => known.has(name) || ofPrometheus.metrics.has(name);
    expect(unknown((text) => names(usedIn(text)).filter((name) => !isKnown(name)))).toEqual([]);
  });

  it('has the labels that are asked for', () => {
    const missing = (expression: string) => {
      const { metrics, labels } = usedIn(expression);
      const seen = [...metrics].map((name) => known.get(name));
      if (seen.includes(undefined)) return [];
      const all = new Set(seen.flatMap((each) => [...(each ?? [])]));
      return [...labels].filter((name) => !all.has(name) && !ofPrometheus.labels.has(name));
    };
    expect(unknown(missing)).toEqual([]);
  });

  it('is looked at where it is counted', () => {
    const used = new Set(expressions.flatMap(([, text]) => [...usedIn(text).metrics]));
    const own = [...known.keys()].filter((name) => name.startsWith('feusa_'));
    const stem = (name: string) => name.replace(/_(bucket|sum|count)$/, '');
    const looked = new Set([...used].map(stem));
    expect(own.map(stem).filter((name) => !looked.has(name))).toEqual([]);
  });
});
