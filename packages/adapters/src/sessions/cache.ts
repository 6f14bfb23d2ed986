import type { Session } from './port.js';

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

  /** `livesMs` is what is left of the session's life. */
  put(token: string, session: Session, livesMs: number): void {
    this.entries.delete(token);
    this.entries.set(token, { session, until: this.now() + Math.min(livesMs, TRUSTED_MS) });
    if (this.entries.size <= this.max) return;
    const [oldest] = this.entries.keys();
    if (oldest !== undefined) this.entries.delete(oldest);
  }

  drop(token: string): void {
    this.entries.delete(token);
  }

  dropUser(userId: string): void {
    for (const [token, { session }] of this.entries) {
      if (session.user.id === userId) this.entries.delete(token);
    }
  }
}
