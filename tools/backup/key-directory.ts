import type { Cipher } from './age.js';
import { hasPart, partOf, type Keys } from './format.js';
import { readPart } from './part.js';

/** What stands behind the name of a part that is encrypted. */
export const ENCRYPTED = '.age';

/** The keys of a backup, to be read in clear. */
export class KeyDirectory {
  constructor(
    private readonly dir: string,
    private readonly keys: Keys,
    private readonly decrypt: Cipher | undefined,
  ) {}

  has(file: string): boolean {
    return hasPart(this.keys, this.nameOf(file));
  }

  /** @throws DamagedBackup */
  lines(file: string): AsyncGenerator<readonly string[]> {
    return readPart(this.dir, partOf(this.keys, this.nameOf(file)), this.decrypt);
  }

  /** The text of a file of lines. @throws DamagedBackup */
  async text(file: string): Promise<string> {
    let text = '';
    for await (const lines of this.lines(file)) text += `${lines.join('\n')}\n`;
    return text;
  }

  private nameOf(file: string): string {
    return this.decrypt ? `${file}${ENCRYPTED}` : file;
  }
}

export const isEncrypted = ({ parts }: Keys): boolean =>
  parts.some(({ file }) => file.endsWith(ENCRYPTED));
