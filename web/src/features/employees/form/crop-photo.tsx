import { RotateCcw, RotateCw } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { Button, IconButton } from '../../../shared/ui/button.js';
import { FieldError } from '../../../shared/ui/field.js';
import { texts } from '../texts.js';
import { croppedFile } from './cropped-file.js';
import styles from './crop-photo.module.css';

interface CropProps {
  readonly file: File;
  readonly onCropped: (file: File) => void;
  readonly onClose: () => void;
}

const say = texts.crop;
const [LEAST, MOST] = [1, 4];
const NOWHERE = { x: 0, y: 0 };

/** The part of a picture that is to be the photo: moved, turned and made larger, with the keys too. */
export default function CropPhoto({ file, onCropped, onClose }: CropProps) {
  const id = useId();
  const url = useObjectUrl(file);
  const [crop, setCrop] = useState(NOWHERE);
  const [zoom, setZoom] = useState(LEAST);
  const [rotation, setRotation] = useState(0);
  const [area, setArea] = useState<Area>();
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready');
  const turn = (by: number) => setRotation((before) => (before + by + 360) % 360);
  const take = async () => {
    if (!area || !url) return;
    setState('busy');
    try {
      onCropped(await croppedFile(file, { url, area, rotation }));
      onClose();
    } catch {
      setState('failed');
    }
  };
  return (
    <div className={styles.panel} role="group" aria-label={say.title}>
      <div className={styles.stage}>
        {url && (
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            rotation={rotation}
            aspect={1}
            minZoom={LEAST}
            maxZoom={MOST}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_share, pixels) => setArea(pixels)}
            onMediaLoaded={() => setState('ready')}
            mediaProps={{ onError: () => setState('failed') }}
            cropperProps={{ role: 'group', 'aria-label': say.area }}
          />
        )}
      </div>
      <div className={styles.tools}>
        <IconButton icon={RotateCcw} label={say.left} onClick={() => turn(-90)} />
        <IconButton icon={RotateCw} label={say.right} onClick={() => turn(90)} />
        <label htmlFor={id}>{say.zoom}</label>
        <input
          id={id}
          type="range"
          min={LEAST}
          max={MOST}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </div>
      {state === 'failed' && <FieldError>{say.failed}</FieldError>}
      <div className={styles.tools}>
        <Button small tone="primary" pending={state === 'busy'} onClick={() => void take()}>
          {say.take}
        </Button>
        <Button small tone="quiet" onClick={onClose}>
          {say.cancel}
        </Button>
      </div>
    </div>
  );
}

function useObjectUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
