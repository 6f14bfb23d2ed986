import { counted } from '../../shared/format.js';

/** All that is said here, to be read and translated as a whole. */
export const texts = {
  noticeCount: (count: number) => counted(count, 'error notice'),
  olderErrorNotice: (older: number) => counted(older, 'older error notice'),
  details: 'Details',
  dismissForEverybody: 'Dismiss for everybody',
  technicalDetails: 'Technical details',
  deleteFailed: 'An error occured when deleting the error. Please try again.',
  theNoticeWasNotDismissed: 'The notice was not dismissed.',
  errorNotices: 'Error notices',
  errorNotice: (details: string) => `Error notice: ${details}`,
  olderOneNotShown: (count: number) => `${counted(count, 'older one')} not shown`,
  show: 'Show',
  noticeDismissedForEverybody: 'Notice dismissed for everybody.',
};
