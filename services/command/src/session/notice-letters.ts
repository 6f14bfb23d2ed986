import type { NoticeKind, NoticeView } from '@feusa/contracts/notices';
import type { Role } from '@feusa/contracts/users';
import type { Letter } from '@feusa/platform/mail/port';

const roles: Readonly<Record<Role, string>> = {
  admin: 'administrator',
  auditor: 'auditor',
  basic: 'basic user',
};

interface Words {
  readonly subject: string;
  readonly what: (notice: NoticeView) => string;
  /** What to do. */
  readonly then: string;
}

const NOT_YOU = `If it was you, there is nothing to do. If not, change your password and sign out all other sessions
on your Account page, and tell an administrator.`;

const words: Readonly<Record<NoticeKind, Words>> = {
  'new-device': {
    subject: 'New sign-in to the FEUSA intranet',
    what: () => `Somebody signed in to your account on the FEUSA intranet with a browser that your account did
not know, or that you have not used for a long time:`,
    then: NOT_YOU,
  },
  'password-reset': {
    subject: 'Your password for the FEUSA intranet was reset',
    what: () => `The password of your account on the FEUSA intranet was reset by a link from an e-mail. All
sessions were signed out, and all access tokens have ended:`,
    then: `If it was you, there is nothing to do. If not, somebody can read your mail: tell an administrator now.`,
  },
  'password-changed': {
    subject: 'Your password for the FEUSA intranet was changed',
    what: () => `The password of your account on the FEUSA intranet was changed, and all other sessions were
signed out; access tokens keep working:`,
    then: `If it was you, there is nothing to do. If not, choose a new one by Forgot Password on the sign-in
page, and tell an administrator.`,
  },
  'role-changed': {
    subject: 'Your role on the FEUSA intranet has changed',
    what: ({ role }) =>
      `An administrator has changed your role on the FEUSA intranet. You are now: ${role ? roles[role] : 'unknown'}.`,
    then: `If you did not expect this, ask an administrator.`,
  },
  'locked-out': {
    subject: 'Wrong passwords for your account on the FEUSA intranet',
    what: () => `Somebody entered wrong passwords for your account on the FEUSA intranet, too many in a row. For
a few minutes no password is taken from there. The last one came from:`,
    then: `If it was you, wait a little and try again, or use Forgot Password. If not, nobody got in; tell an
administrator if it happens again.`,
  },
  'factor-locked': {
    subject: 'Wrong codes for your account on the FEUSA intranet',
    what: () => `Somebody who knows your password for the FEUSA intranet entered a wrong second factor, too many
times in a row. For a few minutes none is taken. The last one came from:`,
    then: `If it was you, wait a little and try again. If not, nobody got in, but somebody knows your password:
change it now.`,
  },
  'factor-added': {
    subject: 'A second factor was added to your account on the FEUSA intranet',
    what: () =>
      `An authenticator app or a passkey was added to your account on the FEUSA intranet:`,
    then: NOT_YOU,
  },
  'factor-removed': {
    subject: 'A second factor of your account on the FEUSA intranet was removed',
    what: () =>
      `An authenticator app or a passkey of your account on the FEUSA intranet was removed:`,
    then: NOT_YOU,
  },
};

/** `origin` is where the intranet is, where that is set. */
export function noticeLetter(to: string, notice: NoticeView, origin: string | undefined): Letter {
  const { subject, what, then } = words[notice.kind];
  const link = origin === undefined ? [] : [`${origin}/account`];
  const parts = [what(notice), factsOf(notice), then, ...link];
  return { to, subject, text: `${parts.join('\n\n')}\n` };
}

/** "Chrome on Windows, 203.0.113.7, 22 Nov 2026, 04:01 UTC". */
function factsOf({ device, address, at }: NoticeView): string {
  const time = new Date(at).toUTCString();
  const when = `${time.slice(5, 16)}, ${time.slice(17, 22)} UTC`;
  return [device, address, when].filter(Boolean).join(', ');
}
