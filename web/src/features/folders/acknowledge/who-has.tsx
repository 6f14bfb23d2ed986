import type { Acknowledgements, AcknowledgementView } from '@feusa/contracts/acknowledgements';
import type { FileView } from '@feusa/contracts/docs';
import { Download } from 'lucide-react';
import { useState } from 'react';
import useSWR from 'swr';
import { exactTime, whenText } from '../../../shared/format.js';
import { calledOf } from '../../../shared/accounts.js';
import { fold } from '../../../shared/fold.js';
import { useLogGrowth } from '../../../shared/log-growth.js';
import { asOf, usePast } from '../../../shared/past.js';
import { saveFrom } from '../../../shared/save-file.js';
import { Button, IconButton } from '../../../shared/ui/button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { TextField } from '../../../shared/ui/field.js';
import { PersonLine } from '../../../shared/ui/person-mark.js';
import { LoadingBlock } from '../../../shared/ui/skeleton.js';
import { LoadingState } from '../../../shared/ui/states.js';
import styles from './acknowledge.module.css';
import { listKey, receiptOf } from './sending.js';
import { texts } from './texts.js';

interface WhoHasProps {
  readonly file: FileView;
  readonly onClose: () => void;
}

/** Who has acknowledged a document and who has not, as it changes, with receipts. */
export default function WhoHas({ file, onClose }: WhoHasProps) {
  const at = usePast();
  const { data, error, mutate } = useSWR<Acknowledgements, unknown>(asOf(listKey(file.id), at));
  useLogGrowth(data !== undefined && at === '', () => void mutate());
  return (
    <Dialog title={texts.listTitle(file.name)} size="medium" tall onClose={onClose}>
      {data ? (
        <Recipients file={file} list={data} />
      ) : (
        <LoadingState title={texts.listNotLoaded} error={error} onRetry={() => void mutate()}>
          <LoadingBlock label={texts.loading} style={{ height: 200 }} />
        </LoadingState>
      )}
    </Dialog>
  );
}

const nameOf = ({ user }: AcknowledgementView): string => calledOf(user) || texts.formerAccount;

const AT_FIRST = 200;

function Recipients({ file, list }: { readonly file: FileView; readonly list: Acknowledgements }) {
  const { open, done } = list;
  const [isDone, setDone] = useState(open === 0);
  const [filter, setFilter] = useState('');
  const [most, setMost] = useState(AT_FIRST);
  const wanted = fold(filter.trim());
  const people = list.asked.filter(
    (each) =>
      (each.at !== undefined) === isDone && fold(nameOf(each) + each.user.email).includes(wanted),
  );
  return (
    <>
      <p role="status">{texts.doneOf(done, done + open, list.fileVersion ?? 1)}</p>
      <div className={styles.tabs} role="group" aria-label={texts.show}>
        <Button small aria-pressed={!isDone} onClick={() => setDone(false)}>
          {texts.notYet(open)}
        </Button>
        <Button small aria-pressed={isDone} onClick={() => setDone(true)}>
          {texts.done(done)}
        </Button>
      </div>
      <TextField
        label={texts.filter}
        type="search"
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      {people.length === 0 && <p className={styles.quiet}>{emptyText(isDone, wanted)}</p>}
      <ul className={styles.people}>
        {people.slice(0, most).map((each) => (
          <Recipient key={each.user.id} fileId={file.id} line={each} />
        ))}
      </ul>
      {people.length > most && (
        <Button onClick={() => setMost(most + AT_FIRST)}>{texts.showMore}</Button>
      )}
    </>
  );
}

function emptyText(isDone: boolean, wanted: string): string {
  if (wanted !== '') return texts.noMatch;
  return isDone ? texts.nobodyHas : texts.everybodyHas;
}

interface RecipientProps {
  readonly fileId: string;
  readonly line: AcknowledgementView;
}

function Recipient({ fileId, line }: RecipientProps) {
  const { user, at } = line;
  const called = nameOf(line);
  return (
    <li>
      <PersonLine person={{ ...user, name: called }} />
      {at !== undefined && (
        <>
          <span className={styles.quiet} data-tip={exactTime(Date.parse(at))}>
            {whenText(Date.parse(at))}
          </span>
          <IconButton
            icon={Download}
            label={texts.receiptOf(called)}
            tip={texts.downloadReceipt}
            onClick={() => saveFrom(receiptOf(fileId, user.id))}
          />
        </>
      )}
    </li>
  );
}
