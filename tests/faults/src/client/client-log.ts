import type { CommandAnswer, CommandName } from '@feusa/contracts/commands';
import type { Reply } from './http.js';

/** What somebody wants done. */
export interface ClientCommand {
  readonly name: CommandName;
  readonly body: Readonly<Record<string, unknown>>;
}

/** One try; `status` is 0 where no answer came. */
export interface Attempt {
  readonly at: number;
  readonly ms: number;
  readonly status: number;
  readonly code: string;
  readonly retryAfter: string | null;
}

/** A command as the client who sent it knows it. */
export interface Sent extends ClientCommand {
  readonly key: string;
  readonly cookie: string;
  readonly attempts: Attempt[];
  /** `unknown`: no answer yet that says whether it was done. */
  outcome: 'acked' | 'refused' | 'unknown';
  answer?: CommandAnswer;
  /** Of the refusal. */
  code?: string;
  /** When it was known, ms since 1970. */
  settledAt: number;
}

/** Whether a reply says what became of a command; any other says no more than "later". */
export const settles = ({ status }: Reply): boolean =>
  status === 200 || (status >= 400 && status < 500 && status !== 429 && status !== 408);

/** Everything that clients were told: what the product is held against. */
export class ClientLog {
  readonly sent: Sent[] = [];
  /** Answers that must never be given: a bug's, or with a look inside. */
  readonly scandals: string[] = [];

  begin(order: ClientCommand, key: string, cookie: string): Sent {
    const sent: Sent = { ...order, key, cookie, attempts: [], outcome: 'unknown', settledAt: 0 };
    this.sent.push(sent);
    return sent;
  }

  /** Takes a reply down. Answers whether the command is settled by it. */
  took(sent: Sent, reply: Reply): boolean {
    const { status, code, ms } = reply;
    const retryAfter = reply.headers.get('retry-after');
    sent.attempts.push({ at: Date.now(), ms, status, code, retryAfter });
    this.look(`${sent.name} ${sent.key}`, reply);
    if (!settles(reply)) return false;
    if (status === 200) {
      sent.outcome = 'acked';
      sent.answer = reply.body as unknown as CommandAnswer;
    } else {
      sent.outcome = 'refused';
      sent.code = code;
    }
    sent.settledAt = Date.now();
    return true;
  }

  /** Looks for what no answer may contain. */
  look(what: string, { status, text, code }: Reply): void {
    if (status === 500) this.scandals.push(`${what}: 500 ${text.slice(0, 200)}`);
    if (/\bat .{1,200}:\d+:\d+\)?/.test(text) || /node:internal|\/node_modules\//.test(text)) {
      this.scandals.push(`${what}: a stack trace in the answer: ${text.slice(0, 200)}`);
    }
    if (code === 'request/key-reused') this.scandals.push(`${what}: its own key was "reused"`);
  }
}
