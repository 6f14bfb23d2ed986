/** All that is said here, to be read and translated as a whole. */
export const texts = {
  title: 'Confirm it is you',
  means: 'Enter your password to go on. You are not asked again for 10 minutes.',
  meansBySso:
    'Confirm with single sign-on, or enter your password. You are not asked again for 10 minutes.',
  bySso: 'Confirm with single sign-on',
  meansSsoOnly: 'Confirm with single sign-on to go on. You are not asked again for 10 minutes.',
  bySsoMeans: 'It opens a window of its own; everything stays here as it is.',
  bySsoAway: 'Confirm in the window that has opened. Here it then goes on by itself.',
  noWindow: 'No window? ',
  here: 'Confirm in this one',
  hereMeans: ', where you then start again what you were doing.',
  password: 'Your password',
  goOn: 'Continue',
  notConfirmed: 'This could not be confirmed.',
  notDownloaded: (detail: string) => `The download did not start. ${detail}`,
};
