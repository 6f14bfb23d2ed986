import { FilePlus2, FolderUp } from 'lucide-react';
import type { FolderPage } from '@feusa/contracts/views';
import { useRef, useState, type FormEvent } from 'react';
import { formatSize } from '../../../shared/format.js';
import { requestUpload, type Incoming } from '../../../shared/upload-requests.js';
import { Button } from '../../../shared/ui/button.js';
import { FieldError, Hint } from '../../../shared/ui/field.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import styles from './dialogs.module.css';
import { readFiles } from '../drag/read-drop.js';
import { texts } from '../texts.js';

interface AddFileDialogProps {
  readonly page: FolderPage;
  readonly onClose: () => void;
}

/** Asks for a whole folder, as a form's own field cannot beside single files. */
function chooseFolder(choose: (list: FileList | null) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.webkitdirectory = true;
  input.addEventListener('change', () => choose(input.files));
  input.click();
}

export default function AddFileDialog({ page, onClose }: AddFileDialogProps) {
  const [incoming, setIncoming] = useState<readonly Incoming[]>([]);
  const [missing, setMissing] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const here = { id: page.folder?.id ?? null, name: page.folder?.name ?? '' };

  const choose = (list: FileList | null) => {
    if (!list?.length) return;
    setIncoming(readFiles(list));
    setMissing(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(incoming.length === 0);
    if (incoming.length === 0) return files.current?.focus();
    requestUpload({ folder: here, incoming });
    onClose();
  };
  return (
    <FormDialog
      title={texts.addAFile}
      submitLabel={texts.addFile}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles.choose}>
        <label htmlFor="add-file">{texts.file}</label>
        <Hint>{texts.addFileHint(here.name)}</Hint>
        <input
          ref={files}
          id="add-file"
          type="file"
          multiple
          autoFocus
          className={styles.file}
          aria-invalid={missing || undefined}
          aria-describedby={missing ? 'add-file-error' : undefined}
          onChange={(event) => choose(event.target.files)}
        />
        {missing && <FieldError id="add-file-error">{texts.pleaseChooseAFile}</FieldError>}
      </div>
      <Button icon={FolderUp} onClick={() => chooseFolder(choose)}>
        {texts.chooseAWholeFolder}
      </Button>
      {incoming.length > 0 && <Chosen incoming={incoming} />}
    </FormDialog>
  );
}

function Chosen({ incoming }: { readonly incoming: readonly Incoming[] }) {
  const size = incoming.reduce((sum, { file }) => sum + file.size, 0);
  return (
    <p className={styles.chosen} role="status">
      <FilePlus2 size={17} strokeWidth={1.5} aria-hidden />
      {texts.chosenFiles(incoming.length, formatSize(size))}
    </p>
  );
}
