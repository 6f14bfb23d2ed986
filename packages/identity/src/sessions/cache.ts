import { concerns, type Session, type SessionChange } from './port.js';

const TRUSTED_MS = 30_000;

interface Entry {
  readonly session: Session;
  readonly until: number;
}

/** Sessions by token, each trusted for 30 s at most; `now` is a monotonic clock in ms. */
export class SessionCache {
  private readonly entries = new Map<string, Entry>();

  constructor(
    private readonly max = 20_000,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get(token: string): Session | undefined {
    const entry = this.entries.get(token);
    if (!entry) return undefined;
    if (entry.until > this.now()) return entry.session;
    this.entries.delete(token);
    return undefined;
  }

  /** `trustMs` is for how long the session may be relied on. */
  put(token: string, session: Session, trustMs: number): void {
    this.entries.delete(token);
    this.entries.set(token, { session, until: this.now() + Math.min(trustMs, TRUSTED_MS) });
    if (this.entries.size <= this.max) return;
    const [oldest] = this.entries.keys();
    if (oldest !== undefined) this.entries.delete(oldest);
  }

  /** The ids of a user's sessions that were used in this process lately. */
  usedBy(userId: string): string[] {
    const now = this.now();
    return [...this.entries.values()]
      .filter(({ session: { user }, until }) => user.id === userId && until > now)
      .map(({ session: { id } }) => id);
  }

  /** Drops what a change concerns. */
  forget(change: SessionChange): void {
    for (const [token, { session }] of this.entries) {
      if (concerns(change, session)) this.entries.delete(token);
    }
  }
}
