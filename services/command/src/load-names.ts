import { otherNames, type Named } from '@feusa/domain/naming';
import { isUnlimited } from './access/require-access.js';
import type { Ready } from './decide-batch.js';
import type { WriteModel } from './write-model.js';

/** So many names in the place of one that is taken are looked for; a decision may need more. */
const OTHERS = 16;

const isNamed = (noun: string): noun is Named['kind'] => ['folder', 'file', 'link'].includes(noun);

/** The names that a command may give: that of its body, of what it is about, of an upload, or of what it copies. */
function namesIn({ command, prepared }: Ready, state: unknown, exact: unknown): string[] {
  const all = [command.body, state, prepared, exact].map(
    (each) => (each as { name?: unknown } | null)?.name,
  );
  return [...new Set(all.filter((name) => typeof name === 'string'))];
}

/**
 * Looks for the names that a batch may give, each in the folder where it would be; where one is taken, or several
 * want it, for those that come after it, too.
 */
export async function loadNamesFor(
  batch: readonly Ready[],
  { model, exact }: { readonly model: WriteModel; readonly exact: unknown },
): Promise<void> {
  const wanted = batch.flatMap((ready) => {
    const { onConflict, feature, stream, command } = ready;
    if (!onConflict || !isNamed(feature.noun)) return [];
    const { state } = model.stream(stream, feature);
    const folder = feature.folders?.(command, state).at(-1) ?? null;
    const kind = feature.noun;
    const names = namesIn(ready, state, ready.exact ? exact : undefined);
    return names.map((name) => ({ folder, name, kind, stream }));
  });
  if (wanted.length === 0) return;
  await model.loadNames(wanted);
  const asked = new Set<string>();
  const others = wanted.filter(({ folder, name, stream }) => {
    const key = JSON.stringify([folder, name]);
    const isAgain = asked.has(key);
    asked.add(key);
    return isAgain || model.isTaken(name, folder, stream);
  });
  await model.loadNames(
    others.flatMap(({ folder, name, kind }) =>
      firstOf(otherNames(name, kind)).map((other) => ({ folder, name: other })),
    ),
  );
  // What only some may see has no name for others.
  if (batch.some(({ by }) => !isUnlimited(by)))
    await model.loadNamedFolders(wanted.map(({ folder }) => folder));
}

const firstOf = (names: Iterator<string, void>): string[] =>
  Array.from({ length: OTHERS }, () => names.next().value ?? '');
