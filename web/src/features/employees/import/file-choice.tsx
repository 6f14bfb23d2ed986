import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { useFileDrop } from '../../../shared/file-drop.js';
import { Button } from '../../../shared/ui/button.js';
import { texts } from '../texts.js';
import styles from './import.module.css';

interface ChoiceProps {
  readonly name: string | undefined;
  readonly pending: boolean;
  readonly onFile: (file: File) => void;
}

/** The file: chosen with the button or dropped here. */
export function FileChoice({ name, pending, onFile }: ChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = (file: File | undefined) => {
    if (input.current) input.current.value = '';
    if (file) onFile(file);
  };
  return (
    <div className={styles.choice} {...useFileDrop(take)}>
      <p>{name ?? texts.import.hint}</p>
      <Button icon={Upload} pending={pending} onClick={() => input.current?.click()}>
        {name === undefined ? texts.import.choose : texts.import.chooseAnother}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        aria-label={texts.import.file}
        className="visually-hidden"
        tabIndex={-1}
        onChange={(event) => take(event.target.files?.[0])}
      />
    </div>
  );
}
