import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import type { Letter, Mail } from './port.js';

/** A mail adapter under test and what has arrived at its other end, in any order. */
export interface OpenMail {
  readonly mail: Mail;
  arrived(): Promise<Letter[]>;
  close(): Promise<void>;
}

const link = `http://localhost:3000/reset?token=${'aZ09-_'.repeat(7)}x`;
const letter = { to: 'ann@feusa.local', subject: 'Set a new password', text: `Open\n\n${link}\n` };

export const mailContract = (name: string, open: () => Promise<OpenMail>) =>
  describe(`mail contract: ${name}`, () => {
    let opened: OpenMail;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());

    const received = async (count: number): Promise<Letter[]> => {
      await poll(async () => (await opened.arrived()).length).toBe(count);
      return opened.arrived();
    };

    it('delivers a letter with its link whole', async () => {
      await opened.mail.send(letter);
      expect(await received(1)).toEqual([letter]);
    });

    it('delivers text in any language and of any length', async () => {
      const long = {
        ...letter,
        subject: 'Grüße 資料 '.repeat(9).trim(),
        text: `Łukasz 🚜\n`.repeat(200),
      };
      await opened.mail.send(long);
      expect(await received(1)).toEqual([long]);
    });

    it('lets nothing of a letter become a header or another recipient', async () => {
      const subject = 'Hello\r\nBcc: eve@evil.example\r\n\r\nbody';
      await opened.mail.send({ ...letter, subject });
      const [only] = await received(1);
      expect(only?.to).toBe(letter.to);
      expect(only?.subject).toBe('Hello Bcc: eve@evil.example body');
    });

    it('keeps lines that begin with a dot, and empty ones', async () => {
      const dotted = { ...letter, text: '.\n..\n\nend\n' };
      await opened.mail.send(dotted);
      expect(await received(1)).toEqual([dotted]);
    });

    it('delivers many at once', async () => {
      const letters = Array.from({ length: 40 }, (_, n) => ({
        ...letter,
        to: `p${n}@feusa.local`,
      }));
      await Promise.all(letters.map((each) => opened.mail.send(each)));
      const to = (await received(40)).map((each) => each.to);
      expect(to.sort()).toEqual(letters.map((each) => each.to).sort());
    });

    it('closes twice', async () => {
      await opened.mail.close();
      await opened.mail.close();
    });
  });
