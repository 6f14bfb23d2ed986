import { randomUUID } from 'node:crypto';
import type { Letter } from './port.js';

const LINE = 998;

/**
 * A letter as the text of a mail message (RFC 5322), lines ended by CRLF. Plain text stays as it is:
 * a link in it is never wrapped or escaped.
 */
export function messageOf({ to, subject, text }: Letter, from: string): string {
  const body = text.replace(/\r?\n/g, '\r\n');
  const plain = isAscii(body) && body.split('\r\n').every(({ length }) => length < LINE);
  return [
    `From: FEUSA intranet <${oneLine(from)}>`,
    `To: <${oneLine(to)}>`,
    `Subject: ${encodedWord(oneLine(subject))}`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${randomUUID()}@${oneLine(from).replace(/^.*@/, '')}>`,
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Transfer-Encoding: ${plain ? '7bit' : 'base64'}`,
    '',
    plain ? body : base64(body),
    '',
  ].join('\r\n');
}

/** The way back, for tests. */
export function letterOf(message: string): Letter {
  const end = message.indexOf('\r\n\r\n');
  const head = message.slice(0, end);
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? '';
  const body = message.slice(end + 4).replace(/\r\n$/, '');
  const encoded = header('Content-Transfer-Encoding') === 'base64';
  const text = encoded ? Buffer.from(body, 'base64').toString() : body;
  const subject = header('Subject').replace(/=\?UTF-8\?B\?(.*?)\?=\s*/g, (_, word: string) =>
    Buffer.from(word, 'base64').toString(),
  );
  const to = header('To').replace(/^<|>$/g, '');
  return { to, subject, text: text.replaceAll('\r\n', '\n') };
}

/** What could begin another header is a space. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}<>]+/gu, ' ').trim();
const isAscii = (text: string) => /^[\t\r\n -~]*$/.test(text);
const base64 = (text: string) => Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n');

/** RFC 2047; a word holds at most 75 characters. */
function encodedWord(text: string): string {
  if (isAscii(text)) return text;
  const words = text.match(/.{1,11}/gsu) ?? [];
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}
