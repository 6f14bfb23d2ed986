import { resting } from '@feusa/platform/breathing';
import type { TrailFilter } from '@feusa/event-log/audit-trail/port';
import type { RecordedEvent } from '@feusa/event-log/store/port';
import { inclusionRanges, type Range } from '@feusa/transparency/merkle';
import type { TransparentLog } from '@feusa/transparency/port';
import type { SelectionHead, SelectionProof } from '@feusa/contracts/audit';
import { Refusal } from '@feusa/contracts/refusals';
import type { SelectionQuery } from './query-params.js';
import { lineOf, type ExportEnd } from './export.js';
import { base64 } from './inclusion.js';
import type { Selections } from './selections.js';

const PAGE = 500;

interface Selected {
  readonly transparentLog: TransparentLog;
  readonly selections: Selections;
  readonly end: ExportEnd;
  readonly params: SelectionQuery;
  readonly filter: TrailFilter;
}

/**
 * A selection as NDJSON: the one checkpoint that all proofs lead to, then, oldest first, each stored event
 * with its hash and behind it its proof. Where the log is not what was signed, there are no proofs. It rests as an export does.
 */
export async function* selectionLines(selected: Selected): AsyncGenerator<string> {
  const { selections, filter, end } = selected;
  yield headOf(selected);
  const rest = resting();
  let [after, limit] = [0, PAGE];
  while (limit === PAGE) {
    if (after > 0) await rest();
    const stretch = { after, before: end.size + 1, newestFirst: false, limit };
    const page = await selections.read(filter, stretch);
    const proofs = await proofsOf(selected, after, page);
    yield page.map((event, index) => lineOf(event) + (proofs[index] ?? '')).join('');
    [after, limit] = [page.at(-1)?.event.position ?? after, page.length];
  }
}

function headOf({ end, params }: Selected): string {
  const selection = JSON.parse(JSON.stringify(params)) as Record<string, string>;
  const size = end.isProved ? String(end.size) : null;
  const head: SelectionHead = { selection, size, ...end.trailer };
  return `${JSON.stringify(head)}\n`;
}

/** The lines behind these events; none where the tree has a hole: whoever checks them is to find out. */
async function proofsOf(
  { transparentLog, end: { isProved, size } }: Selected,
  after: number,
  page: readonly RecordedEvent[],
): Promise<string[]> {
  if (!isProved) return [];
  let before = after > 0 ? inclusionRanges(after - 1, size) : [];
  const proofs = page.map(({ event: { position } }) => {
    const ranges = inclusionRanges(position - 1, size);
    const shared = sharedBy(before, ranges);
    before = ranges;
    return { of: String(position), ranges: ranges.slice(0, ranges.length - shared), shared };
  });
  try {
    const ranges = proofs.flatMap((proof) => proof.ranges);
    const hashes = (await transparentLog.subtrees(ranges)).map(base64);
    return proofs.map(({ of, ranges: { length }, shared }) =>
      lineFor({ of, hashes: hashes.splice(0, length), shared }),
    );
  } catch (fault) {
    if (fault instanceof Refusal && fault.code === 'audit/contradiction') return [];
    throw fault;
  }
}

const lineFor = (proof: SelectionProof['proof']): string =>
  `${JSON.stringify({ proof } satisfies SelectionProof)}\n`;

/** How many subtrees two proofs have in common at their ends, which is where they are near the root. */
function sharedBy(before: readonly Range[], ranges: readonly Range[]): number {
  let shared = 0;
  for (;;) {
    const [one, other] = [before.at(-1 - shared), ranges.at(-1 - shared)];
    if (!one || one.begin !== other?.begin || one.end !== other.end) return shared;
    shared += 1;
  }
}
