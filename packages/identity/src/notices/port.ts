import type { NewNotice, NoticeView } from '@feusa/contracts/notices';

export const NOTICES = Symbol('Notices');

/** What happened to accounts, for their owners; and the browsers that these have used. */
export interface Notices {
  /** Notes that somebody has signed in with a browser; whether that was the first time in a long while. */
  isNewDevice(userId: string, token: string): Promise<boolean>;
  /**
   * Undefined for an account that is not there, and where a lock-out was told of already. Of each kind the newest 5
   * are kept, for 90 days.
   */
  add(userId: string, notice: NewNotice): Promise<NoticeView | undefined>;
  /** The newest first. */
  of(userId: string): Promise<NoticeView[]>;
  sweep(): Promise<void>;
}
