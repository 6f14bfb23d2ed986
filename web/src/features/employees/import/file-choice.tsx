import { Upload } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
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
  const [over, setOver] = useState(false);
  const take = (file: File | undefined) => {
    if (input.current) input.current.value = '';
    if (file) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <div
      className={styles.choice}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
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
