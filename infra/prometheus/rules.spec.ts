import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { PARTITIONS } from '@feusa/event-log/kafka/kafka';
import { root, serviceOf, textOf } from '../docker/product.js';
import { alerts, dashboards, expressions, usedIn } from './expressions.js';

const runbook = textOf('docs/operations.md');
const decisions = readdirSync(join(root, 'docs/adr'));
const headings = [...runbook.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => text);
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
const anchors = new Set(headings.map(anchorOf));

describe('the alerts', () => {
  it.each(expressions)('%s is PromQL about something', (_, expression) => {
    expect(usedIn(expression).metrics.size).toBeGreaterThan(0);
  });

  it.each(alerts)(
    '$alert says what it is and where the help is',
    ({ alert, labels, annotations }) => {
      expect(alert).toMatch(/^Feusa[A-Z]/);
      expect(['page', 'ticket']).toContain(labels.severity);
      expect(Object.values(annotations).every((text) => text.length > 10)).toBe(true);
      const [file, anchor = ''] = annotations.runbook_url.split('#');
      expect(file).toBe('docs/operations.md');
      expect(anchor).toBe(alert.toLowerCase());
      expect(anchors).toContain(anchor);
    },
  );

  it.each(alerts)('$alert has a section with all that is needed', ({ alert }) => {
    const section = runbook.split(`### ${alert}\n`)[1]?.split(/^##/m)[0] ?? '';
    for (const part of ['**Meaning.**', '**See.**', '**Do.**', '**Over when**'])
      expect(section).toContain(part);
  });

  it('are each tried by promtool: silent where all is well, firing where all is wrong', () => {
    const tried = textOf('infra/prometheus/alerts.test.yml').split('everything fires')[1];
    for (const { alert } of alerts) expect(tried).toContain(`alertname="${alert}"`);
  });

  it('know how many partitions there are', () => {
    const { expr } = alerts.find(({ alert }) => alert === 'FeusaPartitionsWithoutWorker')!;
    expect(expr.trim().endsWith(`< ${PARTITIONS}`)).toBe(true);
  });
});

describe('the runbook', () => {
  it('has no section without an alert', () => {
    const sections = headings.filter((text) => text.startsWith('Feusa'));
    expect(sections).toEqual(alerts.map(({ alert }) => alert));
  });

  it('refers to sections and files that are there', () => {
    const links = [...runbook.matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to);
    for (const to of links)
      if (to.startsWith('#')) expect(anchors).toContain(to.slice(1));
      else if (to.startsWith('adr/')) expect(decisions).toContain(to.slice(4));
      else expect(to).toMatch(/^(https:\/\/|security\.md#|\.\.\/infra\/(prometheus|grafana)$)/);
  });
});

describe('what is scraped', () => {
  interface Scraped {
    readonly scrape_configs: readonly {
      readonly job_name: string;
      readonly static_configs: readonly {
        readonly targets: readonly string[];
        readonly labels: { readonly service: string };
      }[];
    }[];
  }
  const { scrape_configs } = parse(textOf('infra/prometheus/prometheus.yml')) as Scraped;

  it('is every container of the product', () => {
    const { services } = parse(textOf('docker-compose.yml'), { merge: true }) as {
      services: Record<string, { command?: string[] }>;
    };
    const wanted = Object.entries(services).flatMap(([name, { command }]) => {
      const service = serviceOf(command);
      return service ? [`${service} ${name}:3000`] : [];
    });
    const scraped = scrape_configs.flatMap((job) =>
      job.static_configs.flatMap(({ targets, labels }) =>
        targets.map((target) => `${labels.service} ${target}`),
      ),
    );
    expect(scraped.sort()).toEqual(wanted.sort());
  });
});

describe.each(dashboards)('the dashboard $file', ({ uid, title, panels, templating }) => {
  it('can be told from the others', () => {
    expect(dashboards.filter((each) => each.uid === uid || each.title === title)).toHaveLength(1);
  });

  it('has panels that are explained, do not cover each other, and ask a chosen source', () => {
    const names = templating.list.map(({ name }) => `\${${name}}`);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const fields = new Set<string>();
    for (const { title, description, datasource, gridPos, targets } of panels) {
      expect([title, description, targets].every(({ length }) => length > 0)).toBe(true);
      expect(names).toContain(datasource.uid);
      const { x, y, w, h } = gridPos;
      expect(x + w).toBeLessThanOrEqual(24);
      for (let at = 0; at < w * h; at++) {
        const field = `${x + (at % w)},${y + Math.floor(at / w)}`;
        expect(fields).not.toContain(field);
        fields.add(field);
      }
    }
  });
});
