import sharp from 'sharp';
import type { Prose } from './prose.js';

const POOL = 12;

/** A drawing of shapes that no other number has. */
export function drawing(number: number, prose: Prose, width = 480, height = 320): string {
  const colour = () => `hsl(${prose.between(0, 359)} 60% ${prose.between(30, 80)}%)`;
  const shapes = Array.from({ length: prose.between(8, 30) }, () => {
    const [x, y] = [prose.between(0, width), prose.between(0, height)];
    return prose.chance(0.5)
      ? `<circle cx="${x}" cy="${y}" r="${prose.between(8, 90)}" fill="${colour()}"/>`
      : `<rect x="${x}" y="${y}" width="${prose.between(20, 200)}" height="${prose.between(10, 90)}" fill="${colour()}"/>`;
  });
  const label = `<text x="12" y="${height - 14}" font-size="22" font-family="sans-serif">Fig. ${number}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${colour()}"/>${shapes.join('')}${label}</svg>`;
}

export const png = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).png().toBuffer();

/** Pictures as cameras make them: grainy, so that they don't get small. */
export function photos(prose: Prose): Promise<Buffer[]> {
  const [width, height] = [600, 400];
  const all = Array.from({ length: POOL }, async (_, number) => {
    const grain = { type: 'gaussian', mean: 128, sigma: 24 } as const;
    const base = { width, height, channels: 3, background: '#000', noise: grain } as const;
    const shapes = Buffer.from(drawing(number, prose, width, height));
    const mixed = await sharp({ create: base })
      .composite([{ input: shapes, blend: 'overlay' }])
      .png()
      .toBuffer();
    return sharp(mixed).jpeg({ quality: 75 }).toBuffer();
  });
  return Promise.all(all);
}
