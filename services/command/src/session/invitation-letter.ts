import type { Letter } from '@feusa/platform/mail/port';

/** The mail with the one link that leads to an account. */
export const invitationLetter = (to: string, link: string): Letter => ({
  to,
  subject: 'You are invited to the FEUSA intranet',
  text: `An administrator has invited you to the FEUSA intranet.
To choose a password and begin, open this link within 7 days:

${link}

It works once. You need the team password, which everybody in the company shares: ask a colleague
for it.
`,
});
