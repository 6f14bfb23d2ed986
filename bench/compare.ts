/** Ratios product : floor by what was measured, as a report has them in its first table. */
export function ratiosIn(report: string): ReadonlyMap<string, number> {
  const rows = report.split('\n').filter((line) => line.startsWith('| '));
  const cells = rows.map((line) => line.split('|').map((cell) => cell.trim()));
  const found = cells.map(([, name = '', , , ratio]) => [name, Number(ratio)] as const);
  return new Map(found.filter(([, ratio]) => ratio > 0));
}

/** Whether a figure is a time or a size, of which less is better. */
export const isCost = (name: string): boolean => /screen|everybody|memory|start|cores/.test(name);

const TOLD = 0.1;

/** Lines that say what is worse now by more than a tenth, the worst first. */
export function worse(
  before: ReadonlyMap<string, number>,
  now: ReadonlyMap<string, number>,
): string[] {
  const lost = [...now].flatMap(([name, ratio]) => {
    const was = before.get(name);
    if (was === undefined) return [];
    const by = isCost(name) ? ratio / was - 1 : was / ratio - 1;
    return by > TOLD ? [{ name, was, ratio, by }] : [];
  });
  const inOrder = lost.sort((a, b) => b.by - a.by);
  return inOrder.map(
    ({ name, was, ratio, by }) =>
      `${name}: ${was} then, ${ratio} now, ${Math.round(by * 100)} % worse`,
  );
}
