import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

export interface Certificate {
  /** Paths of files in PEM. */
  readonly cert: string;
  readonly key: string;
}

/** Makes an authority in a folder, with OpenSSL. */
export async function makeAuthority(dir: string, name: string) {
  const [ca, caKey] = [join(dir, `${name}.pem`), join(dir, `${name}.key`)];
  const subject = ['-subj', `/CN=${name}`, '-days', '2'];
  await run('openssl', ['req', '-x509', ...NEW_KEY, '-keyout', caKey, '-out', ca, ...subject]);
  return {
    ca,
    /** A certificate for these names, for example `IP:127.0.0.1,DNS:localhost`. */
    async issue(of: string, names: string): Promise<Certificate> {
      const [cert, key, wish] = ['pem', 'key', 'csr'].map((end) => join(dir, `${of}.${end}`));
      const extensions = join(dir, `${of}.ext`);
      await writeFile(extensions, `subjectAltName=${names}\n`);
      await run('openssl', [
        'req',
        ...NEW_KEY,
        '-keyout',
        key!,
        '-out',
        wish!,
        '-subj',
        `/CN=${of}`,
      ]);
      const by = ['-CA', ca, '-CAkey', caKey, '-CAcreateserial', '-days', '2'];
      const what = ['-in', wish!, '-extfile', extensions, '-out', cert!];
      await run('openssl', ['x509', '-req', ...by, ...what]);
      return { cert: cert!, key: key! };
    },
  };
}
