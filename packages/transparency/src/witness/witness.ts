import { readCheckpoint, signersOf, type Verifier } from '../checkpoint.js';
import { EMPTY_ROOT, HASH_BYTES, verifyConsistency, type TreeHead } from '../merkle.js';
import type { Cosigner } from '../signer.js';
import type { Witnessing, WitnessAnswer, WitnessMemory } from './port.js';

const MOST_HASHES = 63;
const TEXT = 'text/plain; charset=utf-8';
const SIZE = 'text/x.tlog.size';

export interface WitnessOptions {
  /** The keys of the logs that are witnessed; each is named as its log is. */
  readonly logs: readonly Verifier[];
  readonly cosigner: Cosigner;
  readonly memory: WitnessMemory;
  readonly now?: () => Date;
}

interface Request {
  readonly old: number;
  readonly proof: readonly Buffer[];
  readonly note: string;
}

export class Witness implements Witnessing {
  constructor(private readonly options: WitnessOptions) {}

  get key(): string {
    return this.options.cosigner.key;
  }

  async add(body: string): Promise<WitnessAnswer> {
    const request = readRequest(body);
    const checkpoint = request && readCheckpoint(request.note);
    if (!request || !checkpoint) return answer(400, 'The request cannot be read');
    const keys = this.options.logs.filter(({ name }) => name === checkpoint.origin);
    if (keys.length === 0) return answer(404, 'This log is not witnessed here');
    const signers = signersOf(request.note, keys) ?? [];
    if (signers.length === 0) return answer(403, 'The log has not signed this');
    if (request.old > checkpoint.size) return answer(400, 'The old size is beyond the new one');
    return this.extend(request, checkpoint.origin, checkpoint);
  }

  private async extend({ old, proof, note }: Request, origin: string, head: TreeHead) {
    const { memory, cosigner, now = () => new Date() } = this.options;
    // As of then nothing larger was signed: whoever is outrun by others is told so.
    const seconds = Math.floor(now().getTime() / 1000);
    const last = await this.last(origin);
    const isSameSize = old === head.size && last.size === old;
    const isOther = isSameSize && old > 0 && !last.root.equals(head.root);
    if (old !== last.size || isOther) return conflict(last.size);
    if (!verifyConsistency(last, head, proof)) {
      return answer(422, 'The proof does not show that the log has only grown');
    }
    if (!(await memory.move(origin, old, { size: head.size, note }))) {
      return conflict((await this.last(origin)).size);
    }
    return answer(200, cosigner.cosign(note, seconds));
  }

  private async last(origin: string): Promise<TreeHead> {
    const note = await this.options.memory.last(origin);
    return (note === undefined ? undefined : readCheckpoint(note)) ?? { size: 0, root: EMPTY_ROOT };
  }
}

const answer = (status: WitnessAnswer['status'], text: string): WitnessAnswer => ({
  ...{ status, type: TEXT },
  text: text.endsWith('\n') ? text : `${text}\n`,
});

const conflict = (size: number): WitnessAnswer => ({ status: 409, type: SIZE, text: `${size}\n` });

/** An old size, the hashes of a proof, an empty line and a note; undefined for anything else. */
function readRequest(body: string): Request | undefined {
  const end = body.indexOf('\n\n');
  const [first = '', ...lines] = body.slice(0, Math.max(0, end)).split('\n');
  const [, old] = /^old (0|[1-9]\d{0,14})$/.exec(first) ?? [];
  const proof = lines.map((line) => Buffer.from(line, 'base64'));
  const areHashes = proof.every(
    (hash, index) => hash.length === HASH_BYTES && hash.toString('base64') === lines[index],
  );
  if (old === undefined || lines.length > MOST_HASHES || !areHashes) return undefined;
  return { old: Number(old), proof, note: body.slice(end + 2) };
}
