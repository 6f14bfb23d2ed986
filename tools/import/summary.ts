import type { Outcome } from './carry-out.js';
import type { Plan } from './plan.js';
import { count, counted, limited, size, visible } from './plan-text.js';

/** What came of a plan, in lines. @param seconds how long it took */
export function summary(plan: Plan, outcome: Outcome, seconds: number): string[] {
  const { folders, files, people, bytes, found, failures, stopped } = outcome;
  const done = folders + files + people;
  const rate = seconds > 0 ? Math.round(done / seconds) : 0;
  const parts = [
    ...(plan.files
      ? [counted(folders, 'folder'), `${counted(files, 'file')} (${size(bytes)})`]
      : []),
    ...(plan.people ? [counted(people, 'person', 'people')] : []),
  ];
  return [
    ...(failures.length > 0 ? [`Failed, ${count(failures.length)}:`] : []),
    ...limited(failures, ({ where, reason }) => `  ${visible(where)}: ${reason}`),
    ...(stopped ? [`Stopped early: ${stopped} Give the same command again to go on.`] : []),
    `Added: ${parts.join(', ')}.`,
    `Skipped, there already: ${count(skipped(plan) + found)}. ` +
      `Refused: ${count(refused(plan))}. Failed: ${count(failures.length)}.`,
    `${seconds.toFixed(1)} s, ${count(rate)} a second.`,
  ];
}

const skipped = ({ files, people }: Plan): number =>
  (files ? files.present.folders + files.present.files : 0) + (people?.present ?? 0);

const refused = ({ files, people }: Plan): number =>
  (files?.refused.length ?? 0) + (people?.refused.length ?? 0);
