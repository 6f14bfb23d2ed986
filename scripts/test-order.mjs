import Sequencer from '@jest/test-sequencer';

/**
 * What takes longest, the longest first: one of these at the end would leave the other workers idle. What mostly waits
 * comes between what computes.
 */
const long = [
  'tests/faults/src/selection.engine',
  'tests/e2e/lifecycle',
  'tests/e2e/shifts',
  'tests/e2e/coming-back',
  'tests/e2e/selection',
  'tests/e2e/operations',
  'tests/e2e/files',
  'tests/system/replicas.engine',
  'tests/e2e/live',
  'uploads/killed-server.engine',
  'uploads/s3-large.engine',
  'tests/system/withheld-messages.engine',
  'tests/e2e/people',
  'tools/turn-key/checkpoint',
  'tests/system/sso-faults',
  'services/query/src/archive/zip',
  'tools/turn-key/master',
  'uploads/killed-server.int',
  'tests/system/operations',
  'tools/backup/backup',
  'uploads/broken-connections',
  'tools/bad-arguments',
  'tools/backup/histories',
  'services/query/src/read-model/blocked',
];
const rankOf = ({ path }) => {
  const rank = long.findIndex((name) => path.includes(`${name}.`));
  return rank === -1 ? long.length : rank;
};

/** Jest's own order but for these, as a fresh clone knows of no durations. */
export default class LongFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => rankOf(one) - rankOf(other));
  }
}
