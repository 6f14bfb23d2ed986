import { counted } from '../../shared/format.js';

/** All that is said here, to be read and translated as a whole. */
export const texts = {
  asItWasOn: (time: string) => `As it was on ${time}`,
  keysBefore: 'In the past: to the event before',
  keysNext: 'In the past: to the next event',
  eventBefore: 'Event before',
  moment: 'Moment',
  eventOf: (position: number, head: number) => `Event ${position} of ${head}`,
  nextEvent: 'Next event',
  stopPlaying: 'Stop playing',
  playFromHere: 'Play from here',
  asItWasBeforeAnything: 'As it was before anything happened',
  atEvent: (position: string, head: string) => `event ${position} of ${head}`,
  thePast: 'The past',
  moveInTime: 'Move in time',
  thisPlaceHasNoPast: 'This page has no history: it shows the present.',
  noChangesSince: 'No changes since',
  changeSince: (count: number) => `${counted(count, 'change')} since`,
  changesSince: 'Changes since',
  andMore: (count: string) => `and ${count} more`,
  chooseADateAndA: 'Choose a date and a time.',
  thatMomentCouldNotBe: 'That moment could not be read. Try again.',
  momentNotRead: 'This moment did not load.',
  dateAndTime: 'Date and time',
  go: 'Go',
  keysBack: 'In the past: back to now',
};
