import type { EmployeeView } from '@feusa/contracts/employees';
import { ImageUp } from 'lucide-react';
import { useId, useRef, useState, type DragEvent } from 'react';
import { formatShare } from '../../../shared/format.js';
import { Button } from '../../../shared/ui/button.js';
import { FieldError, Hint } from '../../../shared/ui/field.js';
import styles from './employee-form.module.css';
import { Photo } from '../card/photo.js';
import { IMAGE_TYPES, type ImageChoice } from './use-image.js';
import { texts } from '../texts.js';

interface ImageFieldProps {
  readonly image: ImageChoice;
  readonly person: EmployeeView | undefined;
}

const nobody: EmployeeView = {
  ...{ id: '', firstName: '', lastName: '', phoneNumber: '', email: '', role: '', location: '' },
  ...{ department: '', manager: '', dateAdded: '', timestamp: 0, version: 0 },
};

/** The image: chosen with the button or dropped here, sent when the form is. */
export function ImageField({ image, person = nobody }: ImageFieldProps) {
  const { file, preview, error, progress, choose } = image;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files[0]);
  };
  const clear = () => {
    if (input.current) input.current.value = '';
    choose(undefined);
  };
  return (
    <div
      className={styles.image}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Photo person={person} preview={preview} />
      <div className={styles.imageText}>
        <label htmlFor={id}>
          <strong>{texts.imageOptional}</strong>
        </label>
        <input
          ref={input}
          id={id}
          type="file"
          accept={IMAGE_TYPES}
          aria-describedby={`${id}-hint`}
          className="visually-hidden"
          tabIndex={-1}
          onChange={(event) => choose(event.target.files?.[0])}
        />
        <div className={styles.buttons}>
          <Button small icon={ImageUp} onClick={() => input.current?.click()}>
            {file || person.file ? texts.chooseAnotherImage : texts.chooseAnImage}
          </Button>
          {file && (
            <Button small tone="quiet" onClick={clear}>
              {person.file ? texts.keepCurrentPhoto : texts.remove}
            </Button>
          )}
        </div>
        <Hint id={`${id}-hint`}>
          {progress === undefined
            ? (file?.name ?? texts.imageHint)
            : texts.uploading(formatShare(progress))}
        </Hint>
        {error && <FieldError>{error}</FieldError>}
      </div>
    </div>
  );
}
