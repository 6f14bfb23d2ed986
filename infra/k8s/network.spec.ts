import { describe, expect, it } from '@jest/globals';
import { required } from '../docker/product.js';
import { manifestsIn, workloads } from './manifests.js';

interface Selector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: 'In' | 'NotIn' | 'Exists';
    readonly values?: readonly string[];
  }[];
}
interface Peer {
  readonly podSelector?: Selector;
  readonly namespaceSelector?: Selector;
}
interface Rule {
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
  readonly ports?: readonly { readonly port: number | string }[];
}
interface Policy {
  readonly podSelector: Selector;
  readonly policyTypes: readonly string[];
  readonly ingress?: readonly Rule[];
  readonly egress?: readonly Rule[];
}
type Labels = Readonly<Record<string, string>>;

const policies = manifestsIn('base')
  .filter(({ kind }) => kind === 'NetworkPolicy')
  .map(({ spec }) => spec as unknown as Policy);

function selects({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  const has = Object.entries(matchLabels).every(([key, value]) => labels[key] === value);
  const fits = matchExpressions.map(({ key, operator, values = [] }) => {
    const label = labels[key];
    if (operator === 'Exists') return label !== undefined;
    return (label !== undefined && values.includes(label)) === (operator === 'In');
  });
  return has && fits.every(Boolean);
}

const of = (labels: Labels) => policies.filter(({ podSelector }) => selects(podSelector, labels));
const labelsOf = (name: string) => workloads.find((each) => each.name === name)!.metadata.labels;
const mayCall = (rules: readonly Rule[] = [], caller: Labels) =>
  rules.some(
    ({ from }) =>
      !from || from.some(({ podSelector }) => podSelector && selects(podSelector, caller)),
  );
const lets = (callee: Labels, caller: Labels) =>
  of(callee).some(({ ingress }) => mayCall(ingress, caller));

/** Where engines usually listen, and the setting that leads there. */
const engines = {
  postgres: [5432, 'DATABASE_URL'],
  kafka: [9092, 'KAFKA_BROKERS'],
  opensearch: [9200, 'OPENSEARCH_URL'],
  redis: [6379, 'REDIS_URL'],
  s3: [80, 'S3_ENDPOINT'],
} as const;

describe.each(workloads)('the network of $name', ({ name, metadata: { labels }, service }) => {
  const own = of(labels);

  it('is closed but for what is named', () => {
    const types = new Set(own.flatMap(({ policyTypes }) => policyTypes));
    expect(types).toEqual(new Set(['Ingress', 'Egress']));
  });

  it.each(Object.entries(engines))('leads to %s only where it is needed', (engine, [port, by]) => {
    const needed = required[service!].includes(by);
    const rules = own.flatMap(({ egress = [] }) => egress).filter(({ to }) => !to);
    const ports = rules.flatMap((rule) => (rule.ports ?? []).map((each) => each.port));
    expect(ports.includes(port)).toBe(needed);
    expect(rules.every((rule) => rule.ports)).toBe(true);
    expect(lets({ 'feusa-engine': engine }, labels)).toBe(needed);
  });

  it('is open to the gateway alone', () => {
    const called = ['command', 'query'].includes(name);
    expect(lets(labels, labelsOf('gateway'))).toBe(called || name === 'gateway');
    expect(lets(labels, { app: 'somebody else' })).toBe(name === 'gateway');
  });
});

it('engines are closed to whom nobody knows', () => {
  for (const engine of Object.keys(engines))
    expect(lets({ 'feusa-engine': engine }, { app: 'somebody else' })).toBe(false);
});
