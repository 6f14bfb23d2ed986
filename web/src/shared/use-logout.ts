import { useSession } from './session.js';
import { ApiError } from './api.js';
import { toast } from './toast-store.js';
import { isUploading } from './upload-requests.js';

export function useLogout(): () => void {
  const { signOut } = useSession();
  const leave = () =>
    void signOut().catch((error: unknown) =>
      toast({
        tone: 'danger',
        text: `You are still signed in. ${error instanceof ApiError ? error.detail : ''}`,
      }),
    );
  const ask = () =>
    toast({
      text: 'Files are still being uploaded. Logging out ends that.',
      action: { label: 'Log out', run: leave },
    });
  return () => void (isUploading() ? ask() : leave());
}
