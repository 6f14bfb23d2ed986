import { imageBounds } from '@feusa/contracts/bounds';

const MOST_PIXELS = imageBounds.pixels.value;

/** A picture that can be shown, with a copy of it where it tells more than it shows, or why it can't. */
export type Checked =
  { readonly copy?: Uint8Array } | { readonly fault: 'image/too-large' | 'image/unreadable' };

/** Checks a picture where it stands: for the process that does nothing else. */
export async function check(bytes: Uint8Array): Promise<Checked> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  try {
    const about = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (about.width * about.height > MOST_PIXELS) return { fault: 'image/too-large' };
    const careful = {
      limitInputPixels: MOST_PIXELS,
      failOn: 'error',
      sequentialRead: true,
    } as const;
    await sharp(bytes, careful).resize(32, 32, { fit: 'inside' }).raw().toBuffer();
    const { exif, xmp, iptc, format, pages = 1 } = about;
    if (!exif && !xmp && !iptc) return {};
    // Turned as the camera was held, since what says so goes with the rest.
    const copy = await sharp(bytes, { ...careful, sequentialRead: false, animated: pages > 1 })
      .autoOrient()
      .keepIccProfile()
      .toFormat(format, format === 'png' || format === 'gif' ? {} : { quality: 92 })
      .toBuffer();
    return { copy };
  } catch {
    return { fault: 'image/unreadable' };
  }
}
