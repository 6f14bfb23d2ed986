import { signInBounds, type Bound } from '@feusa/contracts/bounds';

const intervalOf = ({ value }: Bound) => `interval '${value / 1000} seconds'`;

/** Lifetimes as SQL intervals. */
export const LONGEST = intervalOf(signInBounds.sessionLength);
export const STEP_UP = intervalOf(signInBounds.stepUp);
export const LONGEST_UNUSED = intervalOf(signInBounds.sessionRest);
