import type { Area } from 'react-easy-crop';

interface Cut {
  readonly url: string;
  /** In pixels of the picture as it is turned. */
  readonly area: Area;
  /** In degrees. */
  readonly rotation: number;
}

/** Photos are shown at most so large; more would only be sent. */
const SIDE = 1024;
const QUALITY = 0.92;

/** The part of the picture as a file of its own, without anything that a camera has written beside it. */
export async function croppedFile(file: File, { url, area, rotation }: Cut): Promise<File> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const turned = { width: width * cos + height * sin, height: width * sin + height * cos };
  const side = Math.round(Math.min(SIDE, area.width));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [side, side];
  const context = canvas.getContext('2d');
  if (!context) throw new Error('there is nothing to draw on');
  const scale = side / area.width;
  context.scale(scale, scale);
  context.translate(turned.width / 2 - area.x, turned.height / 2 - area.y);
  context.rotate(angle);
  context.drawImage(image, -width / 2, -height / 2);
  // What can be seen through stays so.
  const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png';
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, QUALITY));
  if (!blob) throw new Error('the picture could not be written');
  return new File([blob], file.name, { type });
}
