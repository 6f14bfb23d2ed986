import type { NewNotice } from '@feusa/contracts/notices';
import type { Ports } from '@feusa/profiles/ports';
import type { OnModuleDestroy } from '@nestjs/common';
import { noticeLetter } from './notice-letters.js';

type NoticePorts = Pick<Ports, 'config' | 'notices' | 'store' | 'limits' | 'mail' | 'log'>;

interface SignedInFrom extends Required<Pick<NewNotice, 'device' | 'address'>> {
  /** What the browser keeps. */
  readonly browser: string;
}

/**
 * Tells people what happened to their account: on their Account page, and by mail where there is a mail server. It
 * goes on behind the answer, so that its time tells nobody whether an account exists, and nothing fails with it.
 */
export class AccountNotices implements OnModuleDestroy {
  private readonly underWay = new Set<Promise<void>>();

  constructor(private readonly ports: NoticePorts) {}

  notify(userId: string, notice: NewNotice): void {
    this.begin(userId, this.write(userId, notice));
  }

  /** After a sign-in. */
  signedIn(userId: string, { browser, device, address }: SignedInFrom): void {
    const work = async () => {
      if (await this.ports.notices.isNewDevice(userId, browser))
        await this.write(userId, { kind: 'new-device', device, address });
    };
    this.begin(userId, work());
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.underWay);
  }

  private begin(userId: string, work: Promise<void>): void {
    const done = work
      .catch((err: unknown) => this.ports.log.error({ err, userId }, 'account notice not written'))
      .finally(() => this.underWay.delete(done));
    this.underWay.add(done);
  }

  private async write(userId: string, notice: NewNotice): Promise<void> {
    const { config, notices, store, limits, mail, log } = this.ports;
    const added = await notices.add(userId, notice);
    if (!added || !config.SMTP_URL) return;
    const account = await store.accountById(userId);
    if (!account) return;
    if (!(await limits.noticeAllowed(userId, notice.kind)))
      return log.warn({ userId, kind: notice.kind }, 'too many letters to one account');
    await mail.send(noticeLetter(account.email, added, config.FEUSA_PUBLIC_URL));
  }
}
