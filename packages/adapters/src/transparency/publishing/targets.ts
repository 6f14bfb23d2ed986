import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Mail } from '../../mail/port.js';
import type { TransparentLog } from '../port.js';
import { replaceFile } from '../witness/file.js';
import type { Target } from './port.js';
import type { WitnessAddress } from './witness-address.js';
import { WitnessClient } from './witness-client.js';

/** A witness, whose signature is kept. */
export function witnessTarget(
  address: WitnessAddress,
  tree: TransparentLog,
  everySeconds: number,
): Target {
  const client = new WitnessClient(address, tree);
  const { name } = address.verifier;
  return {
    name: `witness ${name}`,
    everySeconds,
    send: async (signed) => tree.cosigned(signed, name, await client.sign(signed)),
  };
}

/** The newest one is in `checkpoint`, the last of each day (UTC) in a file of that day. */
export const directoryTarget = (
  directory: string,
  everySeconds: number,
  now = () => new Date(),
): Target => ({
  name: `directory ${directory}`,
  everySeconds,
  async send({ note }) {
    await mkdir(directory, { recursive: true });
    const day = now().toISOString().slice(0, 10);
    for (const name of [`checkpoint-${day}`, 'checkpoint']) {
      await replaceFile(path.join(directory, name), note);
    }
  },
});

export const mailTarget = (to: string, mail: Mail, everySeconds: number): Target => ({
  name: `mail ${to}`,
  everySeconds,
  send: ({ note, size }) =>
    mail.send({
      to,
      subject: `Checkpoint of ${size} events`,
      text: `${INTRODUCTION}${note}`,
    }),
});

const INTRODUCTION = `Keep this letter. It says what the log of the installation was when it was sent:
the text below, from the log's name on, is a signed checkpoint. Save it as a file and
give it to whoever checks the log: node verify.mjs --checkpoint FILE

`;
