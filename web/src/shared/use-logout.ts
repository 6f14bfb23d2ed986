import { useSession } from './session.js';
import { ApiError } from './api.js';
import { toast } from './toast-store.js';

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
