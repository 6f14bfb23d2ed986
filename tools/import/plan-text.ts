import type { FilesPlan, EmployeesPlan, Plan } from './plan.js';

const MOST_SHOWN = 100;

export const count = (value: number): string => value.toLocaleString('en-US');

/** A size in bytes as people read it. */
export function size(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const step = bytes < 1000 ? 0 : Math.min(4, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** step).toFixed(step > 0 ? 1 : 0)} ${units[step]}`;
}

/** A number and what it counts: "1 file", "2 files". */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;

/** Whether carrying the plan out would change anything. */
export const hasWork = ({ files, people }: Plan): boolean =>
  (files?.folders.length ?? 0) + (files?.files.length ?? 0) + (people?.people.length ?? 0) > 0;

/** The whole plan in lines: what will happen, and what is refused and why. */
export function planText(plan: Plan): string[] {
  const { files, people } = plan;
  return [
    `Import into ${plan.target}:`,
    ...(files ? filesText(files) : []),
    ...(people ? employeesText(people) : []),
    ...(files ? filesRefused(files) : []),
    ...(people ? employeesRefused(people) : []),
    ...(hasWork(plan) ? [] : ['There is nothing to add.']),
  ];
}

function filesText({ folders, files, present }: FilesPlan): string[] {
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  return [
    `  ${counted(folders.length, 'folder')} to add, ${count(present.folders)} there already`,
    `  ${counted(files.length, 'file')} to add (${size(bytes)}), ${count(present.files)} there already`,
    ...byTopFolder(folders, files),
  ];
}

interface Sum {
  folders: number;
  files: number;
  bytes: number;
}

function byTopFolder(folders: FilesPlan['folders'], files: FilesPlan['files']): string[] {
  const sums = new Map<string, Sum>();
  const sumOf = (path: string) => {
    const name = path.split('/', 1)[0] ?? '';
    const sum = sums.get(name) ?? { folders: 0, files: 0, bytes: 0 };
    sums.set(name, sum);
    return sum;
  };
  for (const { path } of folders) sumOf(path).folders++;
  for (const { folder, size } of files) {
    const sum = sumOf(folder);
    sum.files++;
    sum.bytes += size;
  }
  return limited([...sums], ([name, sum]) => {
    const what = `${counted(sum.folders, 'folder')}, ${counted(sum.files, 'file')}, ${size(sum.bytes)}`;
    return `    ${name ? `${visible(name)}/` : 'the folder itself'}: ${what}`;
  });
}

function employeesText({ people, present, differing }: EmployeesPlan): string[] {
  const left = differing > 0 ? ` (${count(differing)} with other details, which are left)` : '';
  const there = `${count(present)} there already${left}`;
  return [`  ${counted(people.length, 'person', 'people')} to add, ${there}`];
}

function filesRefused({ refused, hidden, renamed }: FilesPlan): string[] {
  return [
    ...section(renamed, 'To be stored under a clean name', visible),
    ...section(hidden, 'Left out as hidden', visible),
    ...section(refused, 'Refused', ({ path, reason }) => `${visible(path)}: ${reason}`),
  ];
}

const employeesRefused = ({ refused }: EmployeesPlan): string[] =>
  section(refused, 'Refused of the people', ({ line, reason }) => `line ${line}: ${reason}`);

function section<T>(items: readonly T[], title: string, lineOf: (item: T) => string): string[] {
  if (items.length === 0) return [];
  return [`${title}, ${count(items.length)}:`, ...limited(items, (item) => `  ${lineOf(item)}`)];
}

export function limited<T>(items: readonly T[], lineOf: (item: T) => string): string[] {
  const rest = items.length - MOST_SHOWN;
  const shown = items.slice(0, MOST_SHOWN).map(lineOf);
  return rest > 0 ? [...shown, `  ... and ${count(rest)} more`] : shown;
}

/** A name from the disk cannot steer the terminal. */
export const visible = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, '\ufffd');
