import type { EmployeeView } from '@feusa/contracts/employees';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useFileDrop } from '../../../shared/file-drop.js';
import { formatShare } from '../../../shared/format.js';
import { Checking } from '../../../shared/ui/checking.js';
import { FieldError, Hint } from '../../../shared/ui/field.js';
import styles from './employee-form.module.css';
import { ImageButtons } from './image-buttons.js';
import { Photo } from '../card/photo.js';
import { IMAGE_TYPES, type ImageChoice } from './use-image.js';
import { texts } from '../texts.js';

const CropPhoto = lazy(() => import('./crop-photo.js'));

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
  const { file, preview, error, progress, isRemoved, choose } = image;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [cropped, setCropped] = useState<File>();
  useEffect(() => {
    // The same file can be chosen once more.
    if (!file && input.current) input.current.value = '';
  }, [file]);
  return (
    <div className={styles.image} {...useFileDrop(choose)}>
      <Photo person={withoutFile(person, isRemoved)} preview={preview} />
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
        <ImageButtons
          image={image}
          stored={person.file}
          onPick={() => input.current?.click()}
          onKeep={() => choose(undefined)}
          onCrop={cropped ? undefined : setCropped}
        />
        <Hint id={`${id}-hint`}>
          {progress === undefined
            ? (file?.name ?? texts.imageHint)
            : texts.uploading(formatShare(progress))}
        </Hint>
        {file && <Checking />}
        {error && <FieldError>{error}</FieldError>}
      </div>
      {cropped && (
        <Suspense>
          <CropPhoto file={cropped} onCropped={choose} onClose={() => setCropped(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

function withoutFile({ file, ...person }: EmployeeView, isRemoved: boolean): EmployeeView {
  return isRemoved || file === undefined ? person : { ...person, file };
}
