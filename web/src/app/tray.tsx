import { lazy, Suspense } from 'react';
import { useUploadsAsked } from '../shared/upload-requests.js';

const UploadTray = lazy(() => import('../features/uploads/upload-tray.js'));

/** The tray is loaded when something is uploaded for the first time. */
export function Tray() {
  return useUploadsAsked() ? (
    <Suspense>
      <UploadTray />
    </Suspense>
  ) : null;
}
