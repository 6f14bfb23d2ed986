/** All that is said here, to be read and translated as a whole. */
export const texts = {
  title: 'Confirm it is you',
  means: 'Enter your password to go on. You are not asked again for 10 minutes.',
  password: 'Your password',
  goOn: 'Continue',
  notConfirmed: 'This could not be confirmed.',
  notDownloaded: (detail: string) => `The download did not start. ${detail}`,
};
