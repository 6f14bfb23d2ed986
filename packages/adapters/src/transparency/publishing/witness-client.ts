import { linesOf } from '../checkpoint.js';
import type { Signed, TransparentLog } from '../port.js';
import type { WitnessAddress } from './witness-address.js';

const WITHIN_MS = 5000;

/** A witness says that the log is not what it has signed of it. */
export class WitnessContradiction extends Error {}

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
    const first = await this.ask(signed);
    const answer = first.status === 409 ? await this.askAgain(signed, first.text) : first;
    if (answer.status === 422 || answer.status === 409) {
      throw new WitnessContradiction(`has signed another log than this one`);
    }
    if (answer.status !== 200) throw new Error(`answered with ${answer.status}`);
    const line = linesOf(bare(signed) + answer.text, this.address.verifier);
    if (line === '') throw new Error('did not sign with its key');
    this.known = signed.size;
    return line;
  }

  private async askAgain(signed: Signed, text: string): Promise<Answer> {
    const size = Number(/^(\d{1,15})\n$/.exec(text)?.[1] ?? NaN);
    if (!Number.isSafeInteger(size)) throw new Error('answered with no size');
    if (size > signed.size) {
      throw new WitnessContradiction(`has signed ${size} events, the log has ${signed.size}`);
    }
    this.known = size;
    return this.ask(signed);
  }

  private async ask(signed: Signed): Promise<Answer> {
    const old = Math.min(this.known, signed.size);
    const proof = old > 0 ? await this.tree.consistency(old, signed.size) : [];
    const lines = proof.map((hash) => `${hash.toString('base64')}\n`).join('');
    const answer = await fetch(`${this.address.url.replace(/\/$/, '')}/add-checkpoint`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: `old ${old}\n${lines}\n${bare(signed)}`,
      redirect: 'error',
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    return { status: answer.status, text: (await answer.text()).slice(0, 10_000) };
  }
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Without signatures of other witnesses. */
function bare({ note }: Signed): string {
  const end = note.indexOf('\n', note.indexOf('\n\n') + 2);
  return note.slice(0, end + 1);
}
