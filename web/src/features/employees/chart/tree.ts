import type { OrgChart, OrgEmployee } from '@feusa/contracts/org-chart';
import { groupBy } from '@feusa/contracts/group-by';

/** What is not as it should be with somebody's manager. */
export type Flaw = 'loop' | 'unresolved';

/** Somebody with those who report to them. */
export interface ChartNode {
  readonly person: OrgEmployee;
  readonly parent: ChartNode | undefined;
  readonly depth: number;
  readonly children: readonly ChartNode[];
  /** Everybody below them. */
  readonly below: number;
  readonly flaw: Flaw | undefined;
}

export interface Forest {
  /** Those with the most below them first. */
  readonly tops: readonly ChartNode[];
  readonly byId: ReadonlyMap<string, ChartNode>;
}

type Growing = ChartNode & { children: ChartNode[]; below: number };

/** Trees below everybody at the top; a loop hangs from the first of those in it. */
export function forestOf({ people, roots, loops, unresolved }: OrgChart): Forest {
  const byId = new Map<string, Growing>();
  const known = new Map(people.map((person) => [person.id, person]));
  const reports = groupBy(people, ({ managerId }) => managerId);
  const inLoop = new Set(loops.flat());
  const unknown = new Set(unresolved);
  const flawOf = (id: string) =>
    inLoop.has(id) ? 'loop' : unknown.has(id) ? 'unresolved' : undefined;
  const grow = (top: OrgEmployee): Growing => {
    const node = nodeOf(top, undefined, flawOf(top.id));
    byId.set(top.id, node);
    const order: Growing[] = [node];
    for (const each of order) {
      for (const person of reports.get(each.person.id) ?? []) {
        if (byId.has(person.id)) continue;
        const child = nodeOf(person, each, flawOf(person.id));
        byId.set(person.id, child);
        each.children.push(child);
        order.push(child);
      }
    }
    for (const each of order.toReversed())
      each.below = each.children.reduce((sum, { below }) => sum + below + 1, 0);
    return node;
  };
  const first = [...roots, ...loops.flatMap(([id]) => id ?? [])];
  const tops = first.flatMap((id) => known.get(id) ?? []).map(grow);
  return { tops: tops.sort((a, b) => b.below - a.below), byId };
}

const nodeOf = (
  person: OrgEmployee,
  parent: ChartNode | undefined,
  flaw: Flaw | undefined,
): Growing => ({
  ...{ person, parent, flaw, children: [], below: 0 },
  depth: parent ? parent.depth + 1 : 0,
});

/** Those above somebody, from the top down. */
export function pathTo(node: ChartNode): readonly ChartNode[] {
  const path: ChartNode[] = [];
  for (let at = node.parent; at; at = at.parent) path.unshift(at);
  return path;
}

const FIRST_SHOWN = 60;

/** Whose reports are shown at first: level by level, as many as can be looked over. */
export function firstOpen({ tops }: Forest): ReadonlySet<string> {
  const open = new Set<string>();
  let shown = tops.length;
  for (let level: readonly ChartNode[] = tops; level.length > 0;) {
    const next = level.flatMap(({ children }) => children);
    shown += next.length;
    if (shown > FIRST_SHOWN && open.size > 0) break;
    for (const { person, children } of level) if (children.length > 0) open.add(person.id);
    level = next;
  }
  return open;
}

/** Those beside somebody, them among these. */
export const siblingsOf = ({ parent }: ChartNode, { tops }: Forest): readonly ChartNode[] =>
  parent ? parent.children : tops;
