import { drawPng } from './write/png.js';

const skins: Record<string, [face: string, shade: string]> = {
  fair: ['#f6d9c4', '#e3b699'],
  light: ['#eec4a0', '#d9a57c'],
  tan: ['#d9a679', '#bd8656'],
  brown: ['#b07b4f', '#936239'],
  dark: ['#8d5a3b', '#6f4329'],
  deep: ['#6b4128', '#502e1a'],
};
const hairs: Record<string, string> = {
  black: '#231f20',
  brown: '#5a3a22',
  blond: '#d9b45b',
  red: '#a8482a',
  silver: '#c3c6c9',
};
const grounds = ['#c8dcc4', '#f0d9a8', '#bcd3de', '#e6c9b8', '#d5d0e3', '#c5dcd6'];
const shirts = ['#2c6a35', '#3c5a78', '#8a4b2d', '#55606a', '#b07a1e', '#6d3f5b'];

/** Behind the head and in front of it. */
const styles: Record<string, (hair: string) => readonly [back: string, front: string]> = {
  short: (hair) => [
    '',
    `<path d="M96 150q-8-86 64-88 72 2 64 88-10-34-28-44-36 14-72 0-18 10-28 44z" fill="${hair}"/>`,
  ],
  long: (hair) => [
    `<path d="M84 250q-10-190 76-194 86 4 76 194z" fill="${hair}"/>`,
    `<path d="M94 152q2-92 66-94 64 2 66 94-24-14-34-50-40 42-98 50z" fill="${hair}"/>`,
  ],
  bob: (hair) => [
    `<path d="M88 206q-14-146 72-148 86 2 72 148-14 10-30 6H118q-16 4-30-6z" fill="${hair}"/>`,
    `<path d="M94 142q4-82 66-84 62 2 66 84-24-12-60-12-44 0-72 12z" fill="${hair}"/>`,
  ],
  bun: (hair) => [
    `<circle cx="160" cy="52" r="27" fill="${hair}"/><path d="M92 160q-8-100 68-102 76 2 68 102z" fill="${hair}"/>`,
    `<path d="M94 148q4-88 66-90 62 2 66 90-18-46-66-50-48 4-66 50z" fill="${hair}"/>`,
  ],
  curly: (hair) => {
    const curl = (turn: number) =>
      `<circle cx="160" cy="62" r="25" fill="${hair}" transform="rotate(${turn} 160 142)"/>`;
    const round = [-110, -88, -66, -44, -22, 0, 22, 44, 66, 88, 110].map(curl).join('');
    const brow = [-40, -20, 0, 20, 40].map(
      (turn) =>
        `<circle cx="160" cy="82" r="19" fill="${hair}" transform="rotate(${turn} 160 150)"/>`,
    );
    return [round, brow.join('')];
  },
  bald: (hair) => [
    '',
    `<path d="M97 160q-6-30 2-46 4 22 6 44zm126 0q6-30-2-46-4 22-6 44z" fill="${hair}"/>`,
  ],
  cap: (hair) => [
    '',
    `<path d="M97 164q-6-30 0-44h126q6 14 0 44l-8-36H105z" fill="${hair}"/>` +
      '<path d="M94 124q0-68 66-70 66 2 66 70z" fill="#2c6a35"/><path d="M92 120q70-16 150 0 22 4 22 12-90-12-172 0z" fill="#1d4a25"/><circle cx="160" cy="92" r="13" fill="#d4912a"/>',
  ],
};

const extras: Record<string, (hair: string) => string> = {
  glasses: () =>
    '<g fill="none" stroke="#2b2b2b" stroke-width="5"><circle cx="134" cy="154" r="20"/><circle cx="186" cy="154" r="20"/><path d="M154 152h12M98 146l16 6M222 146l-16 6"/></g>',
  beard: (hair) =>
    `<path d="M98 164q4 68 62 72 58-4 62-72-8 24-26 26-36-8-72 0-18-2-26-26z" fill="${hair}"/><path d="M140 202q20 12 40 0" fill="none" stroke="#f3e3da" stroke-width="5" stroke-linecap="round"/>`,
  earrings: () =>
    '<g fill="#d4912a"><circle cx="95" cy="186" r="7"/><circle cx="225" cy="186" r="7"/></g>',
};

/**
 * A drawn portrait as PNG, 320 by 320 pixels; the same words and number always draw the same one.
 * @param looks hair style, skin, hair colour, then any of glasses, beard, earrings
 * @param number picks background and shirt
 */
export function drawPortrait(looks: string, number: number): Promise<Buffer> {
  const [style = '', skin = '', colour = '', ...more] = looks.split(' ');
  const [face, shade] = skins[skin] ?? ['#eec4a0', '#d9a57c'];
  const hair = hairs[colour] ?? '#5a3a22';
  const [back, front] = styles[style]?.(hair) ?? ['', ''];
  const ground = grounds[number % grounds.length] ?? '';
  const shirt = shirts[(number * 5 + 1) % shirts.length] ?? '';
  const worn = more.map((name) => extras[name]?.(hair) ?? '').join('');
  return drawPng(
    `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320" viewBox="0 0 320 320">
    <rect width="320" height="320" fill="${ground}"/>${back}
    <path d="M30 320q4-86 96-94h68q92 8 96 94z" fill="${shirt}"/>
    <path d="M124 196h72v38q-36 34-72 0z" fill="${shade}"/><path d="M112 230l48 40 48-40 14 8-38 48-24-18-24 18-38-48z" fill="#fff" opacity=".85"/>
    <circle cx="96" cy="162" r="14" fill="${shade}"/><circle cx="224" cy="162" r="14" fill="${shade}"/>
    <path d="M98 132q0-68 62-68t62 68v34q-4 66-62 70-58-4-62-70z" fill="${face}"/>
    <g fill="#2b2320"><circle cx="134" cy="154" r="6.5"/><circle cx="186" cy="154" r="6.5"/></g>
    <path d="M120 134q14-9 27-2m26 0q14-7 27 2" fill="none" stroke="${hair}" stroke-width="5.5" stroke-linecap="round"/>
    <path d="M160 160q-9 18-4 22 5 3 10 0" fill="none" stroke="${shade}" stroke-width="5" stroke-linecap="round"/>
    <path d="M136 200q24 20 48 0" fill="none" stroke="#9c4a3c" stroke-width="6" stroke-linecap="round"/>
    ${front}${worn}</svg>`,
  );
}
