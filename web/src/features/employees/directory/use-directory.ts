import type { EmployeeView } from '@feusa/contracts/employees';
import type { ChangedEmployees, EmployeeList } from '@feusa/contracts/views';
import { useEffect, useMemo, useRef } from 'react';
import useSWR from 'swr';
import { get } from '../../../shared/api.js';
import { useLive, type Change } from '../../../shared/live.js';
import { keepAnswer, keptAnswer, orKept } from '../../../shared/offline/offline.js';
import { usePast } from '../../../shared/past.js';
import { readAnew } from '../../../shared/read-anew.js';
import { keepRecents } from '../../../shared/recents.js';
import { caughtUp, highlightForeign, isOwn, useOwnChanges } from '../../../shared/own-changes.js';
import { DIRECTORY } from '../commands.js';
import { applyChanges, directoryOf, withOwn, type Directory } from './directory.js';
import { useDirectoryAsOf } from './use-directory-as-of.js';

interface Loaded {
  readonly directory: Directory;
  readonly position: string;
}

const loadedOf = ({ employees, position }: EmployeeList): Loaded => ({
  directory: directoryOf(employees),
  position,
});
const EVERYBODY = '/api/employees';
/** Changes are kept on the device once there was none for so long. */
const QUIET_MS = 10_000;

/** Everybody; of a directory that is known already only what has changed since. */
async function load(known: Loaded | undefined): Promise<Loaded> {
  if (!known) return loadedOf(await get<EmployeeList>(EVERYBODY));
  const path = `${EVERYBODY}?since=${known.position}`;
  const answer = await get<EmployeeList | ChangedEmployees>(path);
  if ('employees' in answer) return loadedOf(answer);
  const put = answer.changed.map((value) => ({ id: value.id, value }));
  const gone = answer.removed.map((id) => ({ id }));
  const directory = applyChanges(known.directory, [...put, ...gone]);
  return { directory, position: answer.position };
}

const keep = ({ directory, position }: Loaded) =>
  keepAnswer(EVERYBODY, { employees: directory.rows, position } satisfies EmployeeList);

async function loadOrKept(): Promise<Loaded> {
  const kept = await keptAnswer<EmployeeList>(EVERYBODY);
  try {
    const loaded = await load(kept && loadedOf(kept));
    keep(loaded);
    return loaded;
  } catch (error) {
    return loadedOf(await orKept<EmployeeList>(EVERYBODY, error));
  }
}

const options = {
  compare: (a: unknown, b: unknown) => a === b,
  revalidateIfStale: false,
  revalidateOnReconnect: false,
};

const TOGETHER_MS = 40;
const HIGHLIGHT_AT_MOST = 12;

/** Changes come in bursts; each burst is one new list. */
function useBurst(run: (changes: readonly Change[]) => void) {
  const waiting = useRef<Change[]>([]);
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (change: Change) => {
    waiting.current.push(change);
    timer.current ??= window.setTimeout(() => {
      timer.current = undefined;
      run(waiting.current.splice(0));
    }, TOGETHER_MS);
  };
}

function afterChanges(loaded: Loaded, changes: readonly Change[]): Loaded {
  const news = changes.filter(({ position }) => Number(position) > Number(loaded.position));
  const last = news.at(-1);
  if (!last) return loaded;
  const rows = news.map(({ id, op, value }) => ({
    id,
    value: op === 'put' ? (value as EmployeeView) : null,
  }));
  return { directory: applyChanges(loaded.directory, rows), position: last.position };
}

function highlightAll(changes: readonly Change[]) {
  const others = changes.filter((change) => change.op === 'put' && !isOwn(change));
  if (others.length <= HIGHLIGHT_AT_MOST) others.forEach(highlightForeign);
}

export interface DirectoryData {
  /** With this person's own changes already in it. */
  readonly directory: Directory | undefined;
  /** What the server has not accepted yet. */
  readonly saving: ReadonlySet<string>;
  readonly position: string | undefined;
  readonly error: unknown;
  reload(): void;
}

/** Everybody, kept up to date by live changes. */
function useDirectoryNow(): DirectoryData {
  const { data, error, mutate } = useSWR<Loaded>(DIRECTORY, loadOrKept, options);
  const position = data?.position;
  const { own, saving } = useOwnChanges<EmployeeView>(DIRECTORY, position);
  const reload = () => void readAnew(mutate, () => load(data));
  const take = useBurst((changes) => {
    void mutate((loaded) => loaded && afterChanges(loaded, changes), { revalidate: false });
    highlightAll(changes);
  });
  useLive(data ? 'employees' : null, take, reload, position);

  useEffect(() => {
    if (position !== undefined) caughtUp(DIRECTORY, position);
  }, [position]);
  useEffect(() => {
    const timer = data && setTimeout(() => keep(data), QUIET_MS);
    return () => clearTimeout(timer);
  }, [data]);
  const loaded = data?.directory;
  useEffect(() => {
    if (loaded) keepRecents('employee', (id) => loaded.byId.has(id));
  }, [loaded]);
  const directory = useMemo(() => loaded && withOwn(loaded, own), [loaded, own]);
  return { directory, saving, position, error, reload };
}

/** Everybody as they are, or as they were at the moment on view with those added since. */
export function useDirectory(): DirectoryData {
  const at = usePast();
  const now = useDirectoryNow();
  const then = useDirectoryAsOf(at, now);
  return at === '' ? now : then;
}
