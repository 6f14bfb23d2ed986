import type { Acknowledgements } from '@feusa/contracts/acknowledgements';
import type { FileView } from '@feusa/contracts/docs';
import { ClipboardCheck, Download, Users } from 'lucide-react';
import { useEffect } from 'react';
import useSWR from 'swr';
import { ApiError, newCorrelation, send } from '../../../shared/api.js';
import { whenText } from '../../../shared/format.js';
import { asOf, usePast } from '../../../shared/past.js';
import { saveFrom } from '../../../shared/save-file.js';
import { useSession } from '../../../shared/session.js';
import { toast } from '../../../shared/toast-store.js';
import { Button } from '../../../shared/ui/button.js';
import { offerUndo } from '../../../shared/undo/undo.js';
import { useList } from '../list/context.js';
import styles from './acknowledge.module.css';
import { dueText } from './due.js';
import { listKey, receiptOf } from './sending.js';
import { texts } from './texts.js';

/** Who is asked to acknowledge a document and has: for most people themselves. */
export function AcknowledgementPanel({ file }: { readonly file: FileView }) {
  const { open } = useList();
  const at = usePast();
  const { isAdmin, user } = useSession();
  const mayReadAll = useMayReadAll();
  const { data, error, mutate } = useSWR<Acknowledgements, unknown>(asOf(listKey(file.id), at));
  useEffect(() => void mutate(), [file.version, file.fileVersion, mutate]);
  const isRequested = data !== undefined && data.fileVersion !== null;
  // Until they have, they are asked above, and there is nothing to say here.
  const hasDone = data?.asked.some((each) => each.user.id === user?.id && each.at !== undefined);
  if (!isAdmin && !(isRequested && (mayReadAll || hasDone))) return null;
  return (
    <section aria-labelledby="acknowledgement" className={styles.panel}>
      <h3 id="acknowledgement">{texts.title}</h3>
      {data ? (
        <AcknowledgementStatus file={file} list={data} />
      ) : (
        <p className={styles.quiet}>{error ? texts.statusNotLoaded : texts.loading}</p>
      )}
      <div className={styles.row}>
        {isRequested && mayReadAll && (
          <Button small icon={Users} onClick={() => open({ kind: 'who-has', file })}>
            {texts.whoHas}
          </Button>
        )}
        {isAdmin && <RequestButtons file={file} isAsked={isRequested} />}
      </div>
    </section>
  );
}

interface AcknowledgementStatusProps {
  readonly file: FileView;
  readonly list: Acknowledgements;
}

/** In the past too, where nobody is an administrator any more. */
function useMayReadAll(): boolean {
  const { user } = useSession();
  return user?.role === 'admin' || user?.role === 'auditor';
}

function AcknowledgementStatus({
  file,
  list: { asked, open, done, fileVersion, due },
}: AcknowledgementStatusProps) {
  const { user } = useSession();
  const mayReadAll = useMayReadAll();
  const own = asked.find((each) => each.user.id === user?.id);
  if (fileVersion === null) return <p className={styles.quiet}>{texts.nobodyIsAsked}</p>;
  return (
    <>
      {mayReadAll && (
        <p>
          {texts.doneOf(done, done + open, fileVersion)}
          {due !== undefined && <span className={styles.quiet}> {dueText(due)}</span>}
        </p>
      )}
      {user && own?.at !== undefined && (
        <p className={styles.row}>
          {texts.youAcknowledged(fileVersion, whenText(Date.parse(own.at)))}
          <Button small icon={Download} onClick={() => saveFrom(receiptOf(file.id, user.id))}>
            {texts.downloadReceipt}
          </Button>
        </p>
      )}
    </>
  );
}

function RequestButtons({ file, isAsked }: { readonly file: FileView; readonly isAsked: boolean }) {
  const { open } = useList();
  const withdraw = async () => {
    try {
      const correlationId = newCorrelation();
      await send('withdraw-acknowledgement', { id: file.id }, correlationId);
      offerUndo(texts.withdrawn, correlationId);
    } catch (error) {
      const detail = error instanceof ApiError ? error.detail : '';
      toast({ tone: 'danger', text: texts.notWithdrawn(detail) });
    }
  };
  return (
    <>
      <Button
        small
        icon={ClipboardCheck}
        onClick={() => open({ kind: 'ask-acknowledgement', file })}
      >
        {isAsked ? texts.askAgain : texts.ask}
      </Button>
      {isAsked && (
        <Button small tone="quiet" onClick={() => void withdraw()}>
          {texts.withdraw}
        </Button>
      )}
    </>
  );
}
