import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { readdirSync } from 'node:fs';
import { textOf } from '../docker/product.js';

/** What one PromQL expression speaks of. */
export interface Used {
  readonly metrics: ReadonlySet<string>;
  readonly labels: ReadonlySet<string>;
}

/** @throws for what is not PromQL */
export const usedIn = (expression: string): Used => {
  const metrics = new Set<string>();
  const labels = new Set<string>();
  parser.parse(expression).iterate({
    enter({ type, from, to, node }) {
      const text = expression.slice(from, to);
      if (type.isError) throw new Error(`not PromQL at ${from}: ${expression}`);
      if (type.name === 'Identifier' && node.parent?.name === 'VectorSelector') metrics.add(text);
      if (type.name === 'LabelName') labels.add(text);
    },
  });
  return { metrics, labels };
};

export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: {
    readonly summary: string;
    readonly description: string;
    readonly runbook_url: string;
  };
}

interface Rules {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Alert[] }[];
}

export const alerts = (parse(textOf('infra/prometheus/alerts.yml')) as Rules).groups.flatMap(
  ({ rules }) => rules,
);

interface Target {
  readonly expr: string;
  readonly legendFormat?: string;
}

interface Position {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly gridPos: Position;
  readonly datasource: { readonly type: string; readonly uid: string };
  readonly targets: readonly Target[];
}

export interface Dashboard {
  readonly file: string;
  readonly uid: string;
  readonly title: string;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string }[] };
}

/** Grafana's own variables, as anything that Prometheus reads. */
const filledIn = (expression: string) => expression.replaceAll('$__rate_interval', '5m');

const folder = 'infra/grafana/dashboards';

export const dashboards: readonly Dashboard[] = readdirSync(
  new URL('../grafana/dashboards', import.meta.url),
)
  .filter((file) => file.endsWith('.json'))
  .map((file) => ({
    ...(JSON.parse(textOf(`${folder}/${file}`)) as Omit<Dashboard, 'file'>),
    file,
  }));

/** Every expression that somebody looks at, by where it stands. */
export const expressions: readonly (readonly [where: string, expression: string])[] = [
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboards.flatMap(({ file, panels }) =>
    panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => [`${file}: ${title}`, filledIn(expr)] as const),
    ),
  ),
];

/** What Prometheus itself adds to everything that it asks for. */
export const ofPrometheus = {
  metrics: new Set(['up', 'ALERTS']),
  labels: new Set(['job', 'instance', 'service', 'le', 'alertstate', 'alertname']),
};
