import type { FileView } from '@feusa/contracts/docs';
import { ClipboardCheck, Eye } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../shared/session.js';
import { Banner } from '../../../shared/ui/banner.js';
import { Button } from '../../../shared/ui/button.js';
import { useList } from '../list/context.js';
import { canPreview } from '../page/entries.js';
import { useFileAddress } from '../page/file-address.js';
import styles from './acknowledge.module.css';
import { dueText } from './due.js';
import { noteRead, useWasRead } from './opened.js';
import { acknowledge } from './sending.js';
import { texts } from './texts.js';

/** In the details of a document that waits for this person: open it, then acknowledge it. */
export function WaitingBanner({ file }: { readonly file: FileView }) {
  const { user } = useSession();
  const { waiting, showPreview } = useList();
  const addressOf = useFileAddress(file);
  const wasRead = useWasRead(file.id);
  const [busy, setBusy] = useState(false);
  const asked = waiting.get(file.id);
  if (!asked || !user) return null;
  const { fileVersion, due } = asked;
  const show = () => {
    noteRead(file.id);
    if (canPreview(file)) showPreview(file.id, fileVersion);
    else window.open(addressOf(`inline=1&version=${fileVersion}`), '_blank', 'noopener');
  };
  const confirm = async () => {
    setBusy(true);
    await acknowledge(asked, user.id);
    setBusy(false);
  };
  return (
    <Banner tone="attention">
      <div className={styles.asked}>
        <p>
          {texts.youAreAsked(fileVersion)}{' '}
          {due !== undefined && <span className={styles.due}>({dueText(due)})</span>}
        </p>
        <div className={styles.row}>
          <Button icon={Eye} tone={wasRead ? 'plain' : 'primary'} onClick={show}>
            {texts.openDocument}
          </Button>
          <Button
            icon={ClipboardCheck}
            tone={wasRead ? 'primary' : 'plain'}
            disabled={!wasRead}
            pending={busy}
            onClick={() => void confirm()}
          >
            {texts.acknowledge}
          </Button>
        </div>
        {!wasRead && <p className={styles.quiet}>{texts.openFirst}</p>}
      </div>
    </Banner>
  );
}
