/** Points of a line, `x` and `y` above 0. */
export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

const WIDTH = 640;
const HEIGHT = 360;
const LEFT = 56;
const RIGHT = 168;
const TOP = 32;
const BOTTOM = 40;
const COLORS = ['#1b6ca8', '#c2571a', '#2e7d32', '#7b3fa0', '#a01c3c', '#4e5b66', '#8a6d00'];

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const short = (value: number): string => {
  if (value >= 1e6) return `${value / 1e6}M`;
  return value >= 1000 ? `${value / 1000}k` : String(value);
};

/** The powers of ten around these values, at least two. */
function decades(values: readonly number[]): number[] {
  const logs = values.filter((value) => value > 0).map(Math.log10);
  const low = Math.floor(Math.min(...logs));
  const high = Math.max(Math.ceil(Math.max(...logs)), low + 1);
  return Array.from({ length: high - low + 1 }, (_, at) => low + at);
}

/** A plot with both axes in powers of ten, as SVG: a line that rises as fast as its size is a diagonal. */
export function plot(title: string, unit: string, series: readonly Series[]): string {
  const all = series.flatMap(({ points }) => points);
  const [xs, ys] = [decades(all.map(([x]) => x)), decades(all.map(([, y]) => y))];
  const scaled = (of: readonly number[], value: number) =>
    (Math.log10(value) - of[0]!) / (of.at(-1)! - of[0]!);
  const x = (value: number) => LEFT + scaled(xs, value) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) => HEIGHT - BOTTOM - scaled(ys, value) * (HEIGHT - TOP - BOTTOM);
  const text = (at: readonly [number, number], anchor: string, what: string) =>
    `<text x="${at[0].toFixed(0)}" y="${at[1].toFixed(0)}" text-anchor="${anchor}">${escaped(what)}</text>`;
  const grid = [
    ...xs.map((power) => {
      const at = x(10 ** power).toFixed(1);
      const label = text([x(10 ** power), HEIGHT - BOTTOM + 16], 'middle', short(10 ** power));
      return `<path d="M${at} ${TOP}V${HEIGHT - BOTTOM}" stroke="#d5dade"/>${label}`;
    }),
    ...ys.map((power) => {
      const at = y(10 ** power).toFixed(1);
      const label = text([LEFT - 6, y(10 ** power) + 4], 'end', short(10 ** power));
      return `<path d="M${LEFT} ${at}H${WIDTH - RIGHT}" stroke="#d5dade"/>${label}`;
    }),
  ];
  const lines = series.map(({ name, points }, index) => {
    const color = COLORS[index % COLORS.length]!;
    const shown = points.filter(([px, py]) => px > 0 && py > 0);
    const path = shown.map(([px, py]) => `${x(px).toFixed(1)},${y(py).toFixed(1)}`).join(' ');
    const row = TOP + 16 + index * 18;
    return `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"/>
<g fill="${color}">${text([WIDTH - RIGHT + 12, row], 'start', name)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#333">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
${text([LEFT, 18], 'start', title)}
${grid.join('\n')}
${text([(LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6], 'middle', unit)}
${lines.join('\n')}
</svg>
`;
}
