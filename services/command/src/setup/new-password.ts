import { randomInt } from 'node:crypto';

/** 31 characters that are not mistaken for each other when they are read aloud or typed. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 5;

/** A random password of groups of five, such as `k4wte-9hmrq-xz2cn`; some 24 bits a group. */
export const newPassword = (groups: number): string =>
  Array.from({ length: groups }, newGroup).join('-');

const newGroup = () =>
  Array.from({ length: LENGTH }, () => letters[randomInt(letters.length)]).join('');
