import type { Letter } from '@feusa/platform/mail/port';

/** Tells somebody that their password alone is enough again. */
export const lostFactorLetter = (to: string): Letter => ({
  to,
  subject: 'Your second factor for the FEUSA intranet was removed',
  text: `An administrator has removed the authenticator app and the recovery codes of your account on
the FEUSA intranet, as people ask for when they have lost their phone. Your password is enough to
sign in until you set up a new one on your Account page.

If you have not asked for this, change your password and tell an administrator.
`,
});
