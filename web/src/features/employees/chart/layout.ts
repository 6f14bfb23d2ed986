import type { ChartNode, Forest } from './tree.js';

export const NODE = { width: 248, height: 56 } as const;
const GAP = { x: 44, y: 10, tree: 18 } as const;

/** Somebody and where they are, in pixels from the upper left corner. */
export interface PositionedEmployee {
  readonly node: ChartNode;
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  /** From the top down as a tree is read. */
  readonly placed: readonly PositionedEmployee[];
  readonly byId: ReadonlyMap<string, PositionedEmployee>;
  readonly width: number;
  readonly height: number;
}

/** From left to right: each level is a column, and who has reports stands in the middle beside them. */
export function layoutOf({ tops }: Forest, open: ReadonlySet<string>): Layout {
  const order: ChartNode[] = [];
  const waiting = tops.toReversed();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    order.push(node);
    if (open.has(node.person.id)) waiting.push(...node.children.toReversed());
  }
  const { tall, height } = heightsOf(order, open);
  const placed = order.map((node) => ({
    node,
    x: node.depth * (NODE.width + GAP.x),
    y: tall.get(node) ?? 0,
  }));
  const deepest = placed.reduce((most, { x }) => Math.max(most, x), 0);
  return {
    placed,
    byId: new Map(placed.map((each) => [each.node.person.id, each])),
    width: deepest + NODE.width,
    height,
  };
}

/** How far down each of them stands, and where the last one ends. */
function heightsOf(order: readonly ChartNode[], open: ReadonlySet<string>) {
  const tall = new Map<ChartNode, number>();
  let next = 0;
  for (const node of order) {
    if (node.depth === 0 && next > 0) next += GAP.tree;
    if (isOpen(node, open)) continue;
    tall.set(node, next);
    next += NODE.height + GAP.y;
  }
  for (const node of order.toReversed()) {
    const [first, last] = [node.children[0], node.children.at(-1)];
    if (isOpen(node, open) && first && last)
      tall.set(node, ((tall.get(first) ?? 0) + (tall.get(last) ?? 0)) / 2);
  }
  return { tall, height: Math.max(next - GAP.y, NODE.height) };
}

const isOpen = ({ person, children }: ChartNode, open: ReadonlySet<string>): boolean =>
  children.length > 0 && open.has(person.id);

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Those who are in a part of the chart. */
export const inside = (
  { placed }: Layout,
  { left, top, right, bottom }: Box,
): readonly PositionedEmployee[] =>
  placed.filter(
    ({ x, y }) => x < right && x + NODE.width > left && y < bottom && y + NODE.height > top,
  );

/** The line from a manager to somebody, as the path of an SVG. */
export function lineTo(from: PositionedEmployee, to: PositionedEmployee): string {
  const [x, y] = [from.x + NODE.width, from.y + NODE.height / 2];
  const middle = x + GAP.x / 2;
  return `M${x} ${y}H${middle}V${to.y + NODE.height / 2}H${to.x}`;
}
