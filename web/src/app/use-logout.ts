import { useSession } from '../shared/session.js';
import { ApiError } from '../shared/api.js';
import { toast } from '../shared/toast-store.js';

export function useLogout(): () => void {
  const { signOut } = useSession();
  return () =>
    void signOut().catch((error: unknown) =>
      toast({
        tone: 'danger',
        text: `You are still signed in. ${error instanceof ApiError ? error.detail : ''}`,
      }),
    );
}
