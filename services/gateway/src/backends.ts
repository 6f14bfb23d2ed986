import { createHash } from 'node:crypto';

const CHECK_MS = 1000;
const WAIT_MS = 2000;

export type Upstream = 'command' | 'query';

/** Which service answers a path; undefined for what the gateway answers itself. */
export function upstreamOf(path: string): Upstream | undefined {
  if (COMMAND.test(path)) return 'command';
  return QUERY.test(path) ? 'query' : undefined;
}

const COMMAND =
  /^\/api\/(session|sso|step-up|me\/(password|sessions|tokens|totp|passkeys|second-factors|recovery-codes|notices)|invitations|password-resets|users|commands|imports|undo|erasures|uploads|csp-reports)(?=[/?]|$)/;
const QUERY = /^\/(api(?!\/docs(-json)?(?=[/?]|$))|files|socket\.io)(?=[/?]|$)/;

/** The running copies of one service, and which of them are well. */
export class Backends {
  private readonly well: Set<string>;
  private readonly timer: NodeJS.Timeout;

  constructor(readonly addresses: readonly string[]) {
    this.well = new Set(addresses);
    this.timer = setInterval(() => void this.check(), CHECK_MS).unref();
  }

  close(): void {
    clearInterval(this.timer);
  }

  /**
   * The copy for a key: the same one every time as long as it is well, and every other key stays where it
   * is when one goes away (rendezvous hashing). `not` is left out where another one is there.
   */
  pick(key: string, not?: string): string | undefined {
    const ready = this.addresses.filter((each) => this.well.has(each) && each !== not);
    const candidates = ready.length > 0 ? ready : this.addresses;
    if (candidates.length < 2) return candidates[0];
    return candidates.toSorted((a, b) => weight(b, key) - weight(a, key))[0];
  }

  /** Until the next check finds it well again. */
  failed(address: string): void {
    this.well.delete(address);
  }

  /** What is wrong, undefined where every copy is well. */
  state(): string | undefined {
    const down = this.addresses.length - this.well.size;
    return down > 0 ? `${down} of ${this.addresses.length} not reachable` : undefined;
  }

  private async check(): Promise<void> {
    await Promise.all(
      this.addresses.map(async (address) => {
        const signal = AbortSignal.timeout(WAIT_MS);
        const answer = await fetch(`${address}/health/ready`, { signal }).catch(() => undefined);
        await answer?.body?.cancel();
        if (answer?.ok) this.well.add(address);
        else this.well.delete(address);
      }),
    );
  }
}

const weight = (address: string, key: string): number =>
  createHash('sha1').update(`${address} ${key}`).digest().readUInt32BE(0);
