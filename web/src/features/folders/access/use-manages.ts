import type { FolderAccessView } from '@feusa/contracts/folders';
import type { FolderPage } from '@feusa/contracts/views';
import useSWR from 'swr';
import { useSession } from '../../../shared/session.js';

export const accessKey = (id: string): string => `/api/folders/${id}/access`;

/** Whether somebody who is no administrator manages the folder on view: only restricted ones can be managed. */
export function useManages({ folder, ancestors }: FolderPage): boolean {
  const { user, isAdmin, isReadOnly } = useSession();
  const isRestricted = folder?.restricted ?? ancestors.some(({ restricted }) => restricted);
  const asks = folder && isRestricted && !isAdmin && !isReadOnly;
  const { data } = useSWR<FolderAccessView, unknown>(asks ? accessKey(folder.id) : null, {
    shouldRetryOnError: false,
  });
  return user != null && data !== undefined && data.managers.includes(user.id);
}
