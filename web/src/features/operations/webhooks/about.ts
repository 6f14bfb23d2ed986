import { eventSchemas } from '@feusa/contracts/events';
import { texts } from './texts.js';

/** What a webhook may be told about, as choices; the types of events behind each, none for all. */
export const choices = {
  all: [],
  content: typesLike(/^(Folder|File|Link)/),
  people: typesLike(/^(Employee|Profile)/),
  accounts: typesLike(/^(User|Group)/),
} as const satisfies Record<string, readonly string[]>;

export type Choice = keyof typeof choices;
export const CHOICES = Object.keys(choices) as [Choice, ...Choice[]];

function typesLike(pattern: RegExp): readonly string[] {
  return Object.keys(eventSchemas).filter((type) => pattern.test(type));
}

const keyOf = (types: readonly string[]) => types.toSorted().join();

export function aboutOf({
  types,
  folderId,
}: {
  types: readonly string[];
  folderId: string | null;
}) {
  const choice = CHOICES.find((each) => keyOf(choices[each]) === keyOf(types));
  const about = texts.about[choice ?? 'some'];
  return folderId === null ? about : texts.inFolder(about);
}
