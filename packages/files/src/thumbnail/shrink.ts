import { imageBounds } from '@feusa/contracts/bounds';

const MOST_PIXELS = imageBounds.pixels.value;

/** A small picture, or why there is none. */
export type Shrunk =
  { readonly picture: Uint8Array } | { readonly fault: 'image/too-large' | 'image/unreadable' };

/** Makes a thumbnail where it stands: for the process that does nothing else. */
export async function shrink(bytes: Uint8Array, size: number): Promise<Shrunk> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > MOST_PIXELS) return { fault: 'image/too-large' };
    const fit = size === 96 ? 'cover' : 'inside';
    const careful = {
      limitInputPixels: MOST_PIXELS,
      failOn: 'error',
      sequentialRead: true,
    } as const;
    const picture = await sharp(bytes, careful)
      .rotate()
      .resize(size, size, { fit, withoutEnlargement: size !== 96 })
      .webp({ quality: 78, effort: 3 })
      .toBuffer();
    return { picture };
  } catch {
    return { fault: 'image/unreadable' };
  }
}
