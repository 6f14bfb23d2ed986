import type { EmployeeView } from '@feusa/contracts/employees';
import type { EmployeeList } from '@feusa/contracts/views';
import { useMemo } from 'react';
import useSWR from 'swr';
import { asOf } from '../../../shared/past.js';
import { fieldChanges, changesSince, usePublishSince } from '../../../shared/since.js';
import { fullName } from '../commands.js';
import { directoryOf } from './directory.js';
import type { DirectoryData } from './use-directory.js';
import { texts } from '../texts.js';
import { fieldLabels, fieldNames } from '../form/conflict.js';

const nothing: DirectoryData['saving'] = new Set();
const fields = fieldNames.map((name) => [name, fieldLabels[name].toLowerCase()] as const);
const words = {
  nameOf: fullName,
  changes: (then: EmployeeView, now: EmployeeView) =>
    then.version === now.version ? '' : fieldChanges(then, now, fields) || texts.changed,
};

/** The directory at a moment (not at all for ''); those added since are in it too, and told. */
export function useDirectoryAsOf(at: string, now: DirectoryData): DirectoryData {
  const { data, error, mutate } = useSWR<EmployeeList>(
    at === '' ? null : asOf('/api/employees', at),
    { keepPreviousData: true, revalidateIfStale: false },
  );
  const then = at === '' || error ? undefined : data;
  const later = now.directory?.rows;
  const since = useMemo(
    () => (then && later ? changesSince<EmployeeView>(then.employees, later, words) : undefined),
    [then, later],
  );
  usePublishSince(since);
  const directory = useMemo(() => {
    if (!then) return undefined;
    const added = new Set(since?.filter(({ kind }) => kind === 'added').map(({ id }) => id));
    const news = later?.filter(({ id }) => added.has(id)) ?? [];
    return directoryOf([...then.employees, ...news]);
  }, [then, later, since]);
  return {
    directory,
    saving: nothing,
    position: then?.position,
    error,
    reload: () => void mutate(),
  };
}
