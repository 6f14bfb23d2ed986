import type { Role } from './users.js';

export const noticeKinds = [
  ...(['new-device', 'password-reset', 'password-changed', 'role-changed'] as const),
  ...(['locked-out', 'factor-locked', 'factor-added', 'factor-removed'] as const),
] as const;

/** What happened to an account that its owner should know of. */
export type NoticeKind = (typeof noticeKinds)[number];

export interface NewNotice {
  readonly kind: NoticeKind;
  /** Browser and system in words; empty where that is not known. */
  readonly device?: string;
  readonly address?: string;
  /** The new role, where it was changed. */
  readonly role?: Role;
}

/** `GET /api/me/notices`; `at` is ISO-8601. */
export interface NoticeView extends Required<Pick<NewNotice, 'kind' | 'device' | 'address'>> {
  readonly id: string;
  readonly at: string;
  readonly role?: Role;
}

export interface NoticeList {
  /** The newest first. */
  readonly notices: readonly NoticeView[];
}
