import { Crop, ImageUp } from 'lucide-react';
import { Button } from '../../../shared/ui/button.js';
import { texts } from '../texts.js';
import styles from './employee-form.module.css';
import type { ImageChoice } from './use-image.js';

interface ButtonsProps {
  readonly image: ImageChoice;
  /** Address of the photo that is there already. */
  readonly stored: string | undefined;
  readonly onPick: () => void;
  readonly onKeep: () => void;
  /** Undefined while a picture is being cropped. */
  readonly onCrop: ((file: File | undefined) => void) | undefined;
}

/** Another picture, a part of it, or none. */
export function ImageButtons({ image, stored, onPick, onKeep, onCrop }: ButtonsProps) {
  const { file, isRemoved, remove } = image;
  const hasPicture = file !== undefined || (stored !== undefined && !isRemoved);
  const crop = async () => onCrop?.(file ?? (stored ? await fileAt(stored) : undefined));
  return (
    <div className={styles.buttons}>
      <Button small icon={ImageUp} onClick={onPick}>
        {file || stored ? texts.chooseAnotherImage : texts.chooseAnImage}
      </Button>
      {hasPicture && onCrop && (
        <Button small icon={Crop} onClick={() => void crop()}>
          {texts.crop.open}
        </Button>
      )}
      {file ? (
        <Button small tone="quiet" onClick={onKeep}>
          {stored ? texts.keepCurrentPhoto : texts.remove}
        </Button>
      ) : (
        stored && (
          <Button small tone="quiet" onClick={() => remove(!isRemoved)}>
            {isRemoved ? texts.keepCurrentPhoto : texts.crop.remove}
          </Button>
        )
      )}
    </div>
  );
}

/** A photo that is there already, to be cut anew. */
async function fileAt(url: string): Promise<File | undefined> {
  const blob = await fetch(url).then((answer) => (answer.ok ? answer.blob() : undefined));
  return blob && new File([blob], texts.crop.fileName, { type: blob.type });
}
