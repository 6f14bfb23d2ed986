import { describe, expect, it } from '@jest/globals';
import type { Cost } from './cost.js';
import { kinds } from './kinds.js';
import { plot } from './plot.js';
import { grownBy } from './report.js';

const cost = (cpu: number, rows = 0): Cost => ({ ms: 0, cpu, rows, pages: 0 });

describe('what grows', () => {
  it('is told by the largest and the smallest, above what anybody would see', () => {
    expect(grownBy(cost(2), cost(3), 'cpu')).toBe(1.5);
    expect(grownBy(cost(0.001), cost(0.2), 'cpu')).toBe(1);
    expect(grownBy(cost(0), cost(1), 'cpu')).toBe(4);
    expect(grownBy(cost(0, 10), cost(0, 1000), 'rows')).toBe(10);
  });

  it('is made of as many things as its size says, each stream from version 1 on', () => {
    for (const { name, fill } of kinds) {
      const events = [...fill(1200)];
      expect([1200, 1201]).toContain(events.length);
      const first = new Set<string>();
      for (const { stream, version } of events) {
        if (version === 1) first.add(stream);
        expect(first.has(stream)).toBe(true);
      }
      expect(first.size).toBeGreaterThan(name === 'log' ? 1000 : 1199);
    }
  });

  it('is drawn with both axes in powers of ten', () => {
    const svg = plot('A <b>', 'people', [
      {
        name: 'append',
        points: [
          [10, 1],
          [1000, 100],
        ],
      },
    ]);
    expect(svg).toContain('A &lt;b&gt;');
    expect(svg.match(/<polyline points="([^"]*)"/)?.[1]).toBe('56.0,320.0 472.0,32.0');
    expect(svg).toContain('>1k<');
  });
});
