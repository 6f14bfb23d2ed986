import { useSession } from './session.js';
import { ApiError } from './api.js';
import { toast } from './toast-store.js';
import { isUploading } from './upload-requests.js';
import { texts } from './texts.js';

export function useLogout(): () => void {
  const { signOut } = useSession();
  const leave = () =>
    void signOut().catch((error: unknown) =>
      toast({
        tone: 'danger',
        text: texts.youAreStillSignedIn(error instanceof ApiError ? error.detail : ''),
      }),
    );
  const ask = () =>
    toast({
      text: texts.filesAreStillBeingUploaded,
      action: { label: texts.logOut, run: leave },
    });
  return () => void (isUploading() ? ask() : leave());
}
