import { refuse, type RefusalCode } from '@feusa/contracts/refusals';
import { ssoBounds } from '@feusa/contracts/sso-bounds';
import type { Role, SessionUser } from '@feusa/contracts/users';
import {
  SsoFault,
  type SingleSignOn,
  type SsoIdentity,
  type SsoSecrets,
  type SsoSubject,
} from '@feusa/identity/sso/port';
import type { Ports } from '@feusa/profiles/ports';
import type { CommandBus } from '@nestjs/cqrs';
import type { AccountNotices } from './account-notices.js';
import type { SecondFactorCheck, SecondProof } from './second-factor-check.js';
import type { SecurityLog } from './security-log.js';
import { SsoAccounts } from './sso-accounts.js';

export interface SsoCaller {
  /** The caller's network address. */
  readonly address: string;
  readonly requestId: string;
  /** What they sign in with, in words. */
  readonly device: string;
  /** What the browser keeps, by which it is known again. */
  readonly browser: string;
  /** The session token that came with the request. */
  readonly token: string | undefined;
}

/** What somebody sets out for. */
interface Aim {
  /** Where they go on afterwards: a path of the app. */
  readonly to: string;
  /** The session that is to be stepped up; undefined for a sign-in. */
  readonly stepUp?: string | undefined;
}

interface Journey extends Aim {
  readonly redirectUri: string;
  readonly secrets: SsoSecrets;
}

/** What the provider has said of who has come back. */
interface Told extends Aim {
  readonly subject: SsoSubject;
  readonly role?: Role | undefined;
}

/** Who has come back, and is still to enter a code. */
interface Proven extends Told {
  readonly userId: string;
}

export interface SsoArrived {
  readonly to: string;
  /** Of the session that has begun. */
  readonly token?: string;
}

/** `ticket` is there where a code has to be entered first. */
export type SsoReturn = SsoArrived & { readonly ticket?: string };

type SsoPorts = Pick<
  Ports,
  | 'singleSignOn'
  | 'tickets'
  | 'usedStates'
  | 'ssoSubjects'
  | 'sessions'
  | 'secondFactors'
  | 'store'
  | 'limits'
  | 'log'
>;

/** The second factor, and the page that has asked for it. */
type Given = Pick<SecondProof, 'code' | 'passkey' | 'page'>;

interface SsoParts {
  readonly bus: CommandBus;
  readonly secondFactor: SecondFactorCheck;
  readonly notices: Pick<AccountNotices, 'signedIn'>;
  readonly logSecurity: SecurityLog;
}

const AWAY = 'single sign-on';
const AT_CODE = 'single sign-on, second factor';
const LIFE_MS = ssoBounds.life.value;

/** Signs people in by what the provider vouches for; what is under way is in the browser, never in this process. */
export class SsoSignIns {
  private readonly accounts: SsoAccounts;
  private waiting = 0;

  constructor(
    private readonly ports: SsoPorts,
    private readonly parts: SsoParts,
  ) {
    this.accounts = new SsoAccounts(ports, parts);
  }

  /** The address to go to, and what the browser carries meanwhile. @throws Refusal */
  async begin(redirectUri: string, aim: Aim): Promise<{ url: string; ticket: string }> {
    const { url, secrets } = await this.ask((provider) =>
      provider.begin({ redirectUri, fresh: aim.stepUp !== undefined }),
    );
    const journey: Journey = { ...aim, redirectUri, secrets };
    return { url, ticket: this.ports.tickets.issue(AWAY, journey, LIFE_MS) };
  }

  /** What somebody has set out for; undefined where their ticket is none, or has ended. */
  async aimOf(ticket: string): Promise<Aim | undefined> {
    return (await this.ports.tickets.read(AWAY, ticket)) as Journey | undefined;
  }

  /** @throws Refusal */
  async finish(ticket: string, search: string, caller: SsoCaller): Promise<SsoReturn> {
    await this.ports.limits.signInAttempt(caller.address);
    const journey = (await this.ports.tickets.read(AWAY, ticket)) as Journey | undefined;
    if (!journey) return refuse('sso/expired');
    const { redirectUri, secrets, to, stepUp } = journey;
    const answer = { redirectUri, secrets, search, fresh: stepUp !== undefined };
    const person = await this.ask((provider) => provider.finish(answer));
    if (!(await this.ports.usedStates.use(secrets.state, LIFE_MS))) refuse('sso/expired');
    const user = await this.accounts.of(person, caller);
    const { subject, role, strong } = person;
    const told: Told = { to, stepUp, subject, role };
    if (await this.needsCode(user, person)) {
      const proven: Proven = { ...told, userId: user.id };
      return { to, ticket: this.ports.tickets.issue(AT_CODE, proven, LIFE_MS) };
    }
    return this.arrive(user, told, caller, strong);
  }

  /** @throws Refusal 'sso/expired', or as the second factor is refused */
  async enterCode(ticket: string, given: Given, caller: SsoCaller): Promise<SsoArrived> {
    await this.ports.limits.signInAttempt(caller.address);
    const proven = (await this.ports.tickets.read(AT_CODE, ticket)) as Proven | undefined;
    if (!proven) return refuse('sso/expired');
    const account = await this.ports.store.accountById(proven.userId);
    if (!account || account.suspended) return refuse('sso/suspended');
    const { address, requestId, device } = caller;
    const purpose = proven.stepUp === undefined ? 'sign-in' : 'step-up';
    const proof = { ...given, purpose, device } as const;
    await this.parts.secondFactor.pass(account, proof, { address, requestId });
    return this.arrive(account, proven, caller, false);
  }

  /** Whoever has a second factor here is asked for it, unless the provider has asked for one. */
  private async needsCode({ id }: SessionUser, { strong }: SsoIdentity): Promise<boolean> {
    return !strong && (await this.ports.secondFactors.kindsOf(id)).length > 0;
  }

  /** Whoever has come in first is who the account belongs to from then on. @throws Refusal */
  private async bind({ id }: SessionUser, subject: SsoSubject): Promise<void> {
    if (!(await this.ports.ssoSubjects.bind(id, subject))) refuse('sso/other-subject');
  }

  /** Only now does it count what the provider has said. */
  private async arrive(
    account: SessionUser,
    { to, stepUp, subject, role }: Told,
    caller: SsoCaller,
    strong: boolean,
  ): Promise<SsoArrived> {
    const { id, email } = account;
    const { sessions, store } = this.ports;
    const { address, requestId, device, token: before = '' } = caller;
    await this.bind(account, subject);
    const facts = { userId: id, email, address, requestId, reason: 'single sign-on' };
    const present = await sessions.find(before);
    if (stepUp !== undefined) {
      if (present?.id !== stepUp || present.user.id !== id) refuse('sso/other-person');
      await this.accounts.give(account, role, caller);
      await sessions.stepUp(before);
      this.parts.logSecurity('stepped up', facts);
      return { to };
    }
    await this.accounts.give(account, role, caller);
    if (present) await sessions.end(before);
    const token = await sessions.start(id, { device, address, sso: { strong } });
    // Who was suspended meanwhile has lost all sessions but this one.
    const now = await store.accountById(id);
    if (!now || now.suspended) {
      await sessions.end(token);
      refuse('sso/suspended');
    }
    this.parts.logSecurity('signed in', facts);
    this.parts.notices.signedIn(id, caller);
    return { to, token };
  }

  /** @throws Refusal in the place of an `SsoFault`, whose reason is for the log */
  private async ask<T>(work: (provider: SingleSignOn) => Promise<T>): Promise<T> {
    const { singleSignOn, log } = this.ports;
    if (!singleSignOn) return refuse('not-found');
    if (this.waiting >= ssoBounds.underWay.value) refuse('busy');
    this.waiting += 1;
    try {
      return await work(singleSignOn);
    } catch (fault) {
      if (!(fault instanceof SsoFault)) throw fault;
      log.warn({ code: fault.code, reason: fault.message }, 'single sign-on failed');
      return refuse(fault.code);
    } finally {
      this.waiting -= 1;
    }
  }

  /** Tells of a sign-in that came to nothing. */
  failed(code: RefusalCode, { address, requestId }: SsoCaller): void {
    this.parts.logSecurity('sign-in failed', {
      address,
      requestId,
      reason: `single sign-on: ${code}`,
    });
  }
}
