import type { TrailFilter } from '@feusa/adapters/audit-trail/port';
import type { SealedEvent } from '@feusa/adapters/event-store/port';
import type { TransparentLog } from '@feusa/adapters/transparency/port';
import type { SelectionProof, SelectionTrailer } from '@feusa/contracts/audit';
import type { SelectionAsk } from './ask.js';
import { lineOf, type ExportEnd } from './export.js';
import { base64 } from './inclusion.js';
import type { Selections } from './selections.js';

const PAGE = 500;
/** Proofs that are looked up side by side. */
const AT_ONCE = 20;

interface Selected {
  readonly transparentLog: TransparentLog;
  readonly selections: Selections;
  readonly end: ExportEnd;
  readonly ask: SelectionAsk;
  readonly filter: TrailFilter;
}

/**
 * A selection as NDJSON, oldest first: each stored event with its hash, behind it its proof, and at the end
 * the one checkpoint that all proofs lead to. Where the log is not what was signed, there are no proofs.
 */
export async function* selectionLines(selected: Selected): AsyncGenerator<string> {
  const { selections, filter, end, ask } = selected;
  for (let after = 0; ;) {
    const stretch = { after, before: end.size + 1, newestFirst: false, limit: PAGE };
    const page = await selections.read(filter, stretch);
    for (let begin = 0; begin < page.length; begin += AT_ONCE) {
      const some = page.slice(begin, begin + AT_ONCE);
      yield (await Promise.all(some.map((event) => withProof(selected, event)))).join('');
    }
    if (page.length < PAGE) break;
    after = page.at(-1)!.event.position;
  }
  const selection = JSON.parse(JSON.stringify(ask)) as Record<string, string>;
  const size = end.isProved ? String(end.size) : null;
  const trailer: SelectionTrailer = { selection, size, ...end.trailer };
  yield `${JSON.stringify(trailer)}\n`;
}

async function withProof({ transparentLog, end }: Selected, sealed: SealedEvent): Promise<string> {
  if (!end.isProved) return lineOf(sealed);
  const { position } = sealed.event;
  const { leafHash, proof } = await transparentLog.inclusion(position, end.size);
  const line: SelectionProof = {
    proof: { of: String(position), leafHash: base64(leafHash), hashes: proof.map(base64) },
  };
  return `${lineOf(sealed)}${JSON.stringify(line)}\n`;
}
