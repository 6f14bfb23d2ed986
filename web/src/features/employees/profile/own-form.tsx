import type { EmployeeView } from '@feusa/contracts/employees';
import { useState, type FormEvent } from 'react';
import { ApiError, newCorrelation, send } from '../../../shared/api.js';
import { offerUndo } from '../../../shared/undo/undo.js';
import { Failure } from '../../../shared/ui/banner.js';
import { Button } from '../../../shared/ui/button.js';
import { TextField } from '../../../shared/ui/field.js';
import { ImageField } from '../form/image-field.js';
import { useImage } from '../form/use-image.js';
import { texts } from '../texts.js';
import styles from './profile.module.css';

interface OwnFormProps {
  readonly person: EmployeeView;
  /** Settles once `person` is as it was saved. */
  readonly onSaved: () => Promise<unknown>;
}

const say = texts.profile;

/** Phones and photo, which everybody changes themselves. */
export function OwnForm({ person, onSaved }: OwnFormProps) {
  // What nobody has typed here is as others have it meanwhile.
  const [typed, setTyped] = useState<{ readonly phone?: string; readonly mobile?: string }>({});
  const { phone = person.phoneNumber, mobile = person.mobile ?? '' } = typed;
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const image = useImage();
  const faults = error instanceof ApiError ? error.fields : {};
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    setError(undefined);
    try {
      const uploadId = await image.upload();
      const correlationId = newCorrelation();
      const photo = { ...(uploadId && { uploadId }), removeImage: image.isRemoved };
      const body = { id: person.id, phoneNumber: phone, mobile, ...photo };
      await send('update-own-profile', body, correlationId);
      offerUndo(say.saved, correlationId);
      await onSaved();
      setTyped({});
      image.reset();
    } catch (fault) {
      if (!image.refused(fault)) setError(fault);
    } finally {
      setPending(false);
    }
  };
  return (
    <form className={styles.section} noValidate onSubmit={(event) => void submit(event)}>
      <h2>{say.own}</h2>
      {error !== undefined && Object.keys(faults).length === 0 && (
        <Failure text={texts.editFailed} error={error} />
      )}
      <div className={styles.fields}>
        <TextField
          label={texts.fields.phoneNumber}
          type="tel"
          inputMode="tel"
          value={phone}
          error={faults['phoneNumber']}
          onChange={(event) => setTyped({ ...typed, phone: event.target.value })}
        />
        <TextField
          label={texts.mobileOptional}
          type="tel"
          inputMode="tel"
          value={mobile}
          error={faults['mobile']}
          onChange={(event) => setTyped({ ...typed, mobile: event.target.value })}
        />
      </div>
      <ImageField image={image} person={person} />
      <div className={styles.buttons}>
        <Button type="submit" tone="primary" pending={pending}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}
