import type { OwnProfile, ProfileRequests } from '@feusa/contracts/employees';
import { useRef } from 'react';
import useSWR from 'swr';
import { get } from '../../../shared/api.js';
import { useLive } from '../../../shared/live.js';

const TOGETHER_MS = 300;

/** An answer that is read anew as the directory changes; changes come in bursts. */
function useFollowed<T extends { readonly position: string }>(address: string | null) {
  const { data, error, mutate } = useSWR<T>(address, (path: string) => get<T>(path));
  const timer = useRef<number | undefined>(undefined);
  const again = () => {
    timer.current ??= window.setTimeout(() => {
      timer.current = undefined;
      void mutate();
    }, TOGETHER_MS);
  };
  useLive(data ? 'employees' : null, again, again, data?.position);
  return { data, error: error as unknown, reload: () => mutate() };
}

/** The entry of whoever is signed in, and what they ask for. */
export const useOwnProfile = () => useFollowed<OwnProfile>('/api/own-profile');

/** What people ask administrators to change. */
export const useRequests = (isAdmin: boolean) =>
  useFollowed<ProfileRequests>(isAdmin ? '/api/profile-requests' : null);
