import { auditBounds } from '@feusa/contracts/bounds';
import { lineBy } from '../checkpoint.js';
import type { Signed, TransparentLog } from '../port.js';
import { ContradictedLog } from './port.js';
import type { WitnessAddress } from './witness-address.js';

const WITHIN_MS = auditBounds.witnessTime.value;
/** A size, or some signature lines: whoever sends more is no witness. */
const MOST_BYTES = auditBounds.witnessAnswer.value;
/** Others of the same installation may ask at the same time, and be first. */
const TRIES = 5;

/** A witness says that the log is not what it has signed of it. */
export class WitnessContradiction extends ContradictedLog {
  /**
   * @param size how many events the witness has signed
   * @param isLonger whether these are more than it was asked for
   */
  constructor(
    message: string,
    readonly size: number,
    readonly isLonger = false,
  ) {
    super(message);
  }
}

type Tree = Pick<TransparentLog, 'consistency'>;

/** Asks a witness by C2SP tlog-witness to sign what was signed here. */
export class WitnessClient {
  /** The size that the witness has, as far as is known. */
  private known = 0;

  constructor(
    readonly address: WitnessAddress,
    private readonly tree: Tree,
  ) {}

  /**
   * The witness's signature line, which was checked.
   * @throws WitnessContradiction where it has seen a longer log or another one; any other error: it is away
   */
  async sign(signed: Signed): Promise<string> {
    for (let tries = 0; tries < TRIES; tries++) {
      const old = Math.min(this.known, signed.size);
      const answer = await this.ask(signed, old);
      if (answer.status !== 409) return this.lineIn(answer, signed, old);
      const size = sizeIn(answer);
      if (size > signed.size) {
        const words = `has signed ${size} events, the log has ${signed.size}`;
        throw new WitnessContradiction(words, size, true);
      }
      if (size === old && size === signed.size) throw another(size);
      this.known = size;
    }
    throw new Error('is asked by others all the while');
  }

  /** How many events it has signed; told nothing but what was signed before, it learns nothing new. */
  async size(signed: Signed): Promise<number> {
    const answer = await this.ask(signed, signed.size);
    if (answer.status === 409) return sizeIn(answer);
    if (answer.status === 200) return signed.size;
    throw new Error(`answered with ${answer.status}`);
  }

  private lineIn({ status, text }: WitnessResponse, signed: Signed, old: number): string {
    if (status === 422 && old > 0) throw another(old);
    if (status !== 200) throw new Error(`answered with ${status}`);
    const line = lineBy(bare(signed) + text, this.address.verifier);
    if (line === '') throw new Error('did not sign with its key');
    this.known = signed.size;
    return line;
  }

  private async ask(signed: Signed, old: number): Promise<WitnessResponse> {
    const isFurther = old > 0 && old < signed.size;
    const proof = isFurther ? await this.tree.consistency(old, signed.size) : [];
    const lines = proof.map((hash) => `${hash.toString('base64')}\n`).join('');
    const answer = await fetch(`${this.address.url.replace(/\/$/, '')}/add-checkpoint`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: `old ${old}\n${lines}\n${bare(signed)}`,
      redirect: 'error',
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    return { status: answer.status, text: await shortText(answer) };
  }
}

/** @throws where it is longer than any witness's answer; the rest is not read */
async function shortText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new Error(`answered with more than ${MOST_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

interface WitnessResponse {
  readonly status: number;
  readonly text: string;
}

const another = (size: number) =>
  new WitnessContradiction(`has signed another log than this one, of ${size} events`, size);

function sizeIn({ text }: WitnessResponse): number {
  const size = Number(/^(\d{1,15})\n$/.exec(text)?.[1] ?? NaN);
  if (!Number.isSafeInteger(size)) throw new Error('answered with no size');
  return size;
}

/** Without signatures of other witnesses. */
function bare({ note }: Signed): string {
  const end = note.indexOf('\n', note.indexOf('\n\n') + 2);
  return note.slice(0, end + 1);
}
