import type { ReadyJson } from '@feusa/http/json';

/** An object as bytes without its last brace, so that a position can be put behind it. */
export const openObject = (value: object): Buffer =>
  Buffer.from(JSON.stringify(value).slice(0, -1));

/** `openObject` bytes, closed with the position that they are good for. */
export const withPosition = (open: Buffer, position: number): ReadyJson => [
  open,
  Buffer.from(`,"position":"${position}"}`),
];

/** An object as bytes, where nothing is put behind it. */
export const jsonOf = (value: object): ReadyJson => [Buffer.from(JSON.stringify(value))];
