/** All that is said about links to things. */
export const texts = {
  copyLink: 'Copy link',
  share: 'Share link',
  copied: (name: string) => `Link to “${name}” copied.`,
  notCopied: (link: string) => `The link could not be copied: ${link}`,
  moved: (name: string, where: string) => `“${name}” has moved. It is now in ${where}.`,
  something: 'Document or link',
  looking: 'Looking where it is now',
  notLooked: 'Where it is now did not load',
  gone: 'This was deleted, or the link is incomplete. Who deleted it, or an administrator, can restore it.',
};
