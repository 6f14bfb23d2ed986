import type { FileView } from '@feusa/contracts/docs';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { ApiError } from '../../../shared/api.js';
import { toastFailure } from '../../../shared/failure.js';
import { formatShare } from '../../../shared/format.js';
import { Checking } from '../../../shared/ui/checking.js';
import { FieldError, Hint, TextField } from '../../../shared/ui/field.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useIsOpen } from '../../../shared/use-is-open.js';
import { extensionOf } from '../page/entries.js';
import { texts } from '../texts.js';
import styles from './dialogs.module.css';
import { replaceFile } from './replacing.js';

const MOST_NOTE = 200;
const failed = { text: texts.notReplaced, what: texts.theFileStaysAsItIs };

interface ReplaceDialogProps {
  readonly file: FileView;
  readonly onClose: () => void;
}

interface State {
  readonly fault?: string | undefined;
  readonly noteFault?: string | undefined;
  readonly error?: unknown;
  readonly share?: number;
}

/** Under the fields what is wrong with them, else above them all. */
function faultsOf(error: unknown): State {
  const { uploadId, note } = error instanceof ApiError ? error.fields : {};
  return uploadId || note ? { fault: uploadId, noteFault: note } : { error };
}

export default function ReplaceDialog({ file, onClose }: ReplaceDialogProps) {
  const [content, setContent] = useState<File>();
  const [note, setNote] = useState('');
  const [state, setState] = useState<State>({});
  const input = useRef<HTMLInputElement>(null);
  const { fault, noteFault, error, share } = state;
  const extension = extensionOf(file.name);
  const isOpen = useIsOpen();
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);

  const choose = (chosen: File | undefined) => {
    setContent(chosen);
    setState({});
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (share !== undefined) return;
    if (!content) {
      setState({ fault: texts.pleaseChooseAFile });
      return input.current?.focus();
    }
    setState({ share: 0 });
    try {
      const onProgress = (sent: number) => setState({ share: sent });
      const { signal } = (sending.current = new AbortController());
      await replaceFile(file, { content, note, onProgress, signal });
      onClose();
    } catch (refusal) {
      if (!isOpen()) return toastFailure({ ...failed, error: refusal });
      setState(faultsOf(refusal));
    }
  };
  return (
    <FormDialog
      title={texts.replaceNamed(file.name)}
      submitLabel={texts.replace}
      onSubmit={submit}
      onClose={onClose}
      pending={share !== undefined}
      dirty={content !== undefined || note !== ''}
      failure={error === undefined ? undefined : { ...failed, error }}
    >
      <div className={styles.choose}>
        <label htmlFor="replace-file">{texts.newVersion}</label>
        <Hint>{texts.replaceHint(file.fileVersion + 1)}</Hint>
        <input
          ref={input}
          id="replace-file"
          type="file"
          accept={extension && `.${extension}`}
          autoFocus
          className={styles.file}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? 'replace-file-error' : undefined}
          onChange={(event) => choose(event.target.files?.[0])}
        />
        {fault && <FieldError id="replace-file-error">{fault}</FieldError>}
      </div>
      <TextField
        label={texts.note}
        hint={texts.noteHint}
        autoComplete="off"
        maxLength={MOST_NOTE}
        value={note}
        error={noteFault}
        onChange={(event) => setNote(event.target.value)}
      />
      {share !== undefined && <p role="status">{texts.sent(formatShare(share))}</p>}
      {share !== undefined && <Checking />}
    </FormDialog>
  );
}
