import { Inbox } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../shared/ui/button.js';
import { texts } from '../texts.js';
import { useRequests } from './use-profile.js';

const RequestsDialog = lazy(() => import('./requests-dialog.js'));

/** For administrators: how many people ask for a change, where there are any. */
export function RequestsButton() {
  const { data, reload } = useRequests(true);
  const [isOpen, setOpen] = useState(false);
  const requests = data?.requests ?? [];
  return (
    <>
      {requests.length > 0 && (
        <Button icon={Inbox} onClick={() => setOpen(true)}>
          {texts.profile.requests(requests.length)}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <RequestsDialog requests={requests} onDone={reload} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
