import type { Letter } from '@feusa/platform/mail/port';

/** The mail with the one link that leads to a new password. */
export const resetLetter = (to: string, link: string): Letter => ({
  to,
  subject: 'Choose a new password for the FEUSA intranet',
  text: `Somebody asked for a new password for your account on the FEUSA intranet.
To choose one, open this link within 30 minutes:

${link}

It works once. If it was not you who asked, there is nothing to do:
your password stays as it is.
`,
});
