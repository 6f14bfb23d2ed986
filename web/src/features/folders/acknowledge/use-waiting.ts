import type { Waiting, WaitingFile } from '@feusa/contracts/acknowledgements';
import { useEffect, useMemo, useRef } from 'react';
import useSWR, { mutate } from 'swr';
import { WAITING } from '../../../shared/personal.js';

/** Joining a group, and a newer version, ask as well, and are not told at once. */
const LOOK_MS = 60_000;

/** What waits for whoever is signed in, what is due first; undefined while that is not known. */
export const useWaiting = (isOn = true): readonly WaitingFile[] | undefined =>
  useSWR<Waiting>(isOn ? WAITING : null, { refreshInterval: LOOK_MS }).data?.acknowledgements;

/** The same by the ids of the files; read again as the versions on view change. */
export function useWaitingFiles(isOn: boolean, versions: number): ReadonlyMap<string, WaitingFile> {
  const waiting = useWaiting(isOn);
  const seen = useRef(versions);
  useEffect(() => {
    if (seen.current !== versions) void mutate(WAITING);
    seen.current = versions;
  }, [versions]);
  return useMemo(() => new Map(waiting?.map((file) => [file.id, file])), [waiting]);
}
