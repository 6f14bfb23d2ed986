import { isAscii } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';

/** A script that has run, and what V8 has made of it. */
export interface RunScript<T> {
  readonly exports: T;
  /** Whether V8 took what an earlier process had kept. */
  readonly wasKept: boolean;
  /** Keeps what is compiled by now for the processes to come. A folder that may not be written to is left alone. */
  keep(): Promise<void>;
}

type Wrapper = (...given: readonly unknown[]) => void;

const SEAL_BYTES = 32;

/**
 * Runs a script that was bundled as one function, `(exports, require, module, __filename, __dirname, __fileurl)`.
 * Compiled code that lies beside it is used where it was made of these very bytes by this Node.
 */
export function runScript<T>(filename: string): RunScript<T> {
  const source = readFileSync(filename);
  const kept = `${filename}.kept`;
  const identity = identityOf(source);
  const cachedData = dataIn(kept, identity);
  // Text that is known to need one byte a letter is not looked through again.
  const text = source.toString(isAscii(source) ? 'latin1' : 'utf8');
  const script = new Script(text, { filename, ...(cachedData && { cachedData }) });
  const wasKept = cachedData !== undefined && script.cachedDataRejected === false;
  const module = { exports: {} as T };
  const names = [filename, path.dirname(filename), pathToFileURL(filename).href];
  const run = script.runInThisContext() as Wrapper;
  run(module.exports, createRequire(filename), module, ...names);
  return {
    exports: module.exports,
    wasKept,
    async keep() {
      const data = script.createCachedData();
      const whole = Buffer.concat([sealOf(identity, data), data]);
      const staged = `${kept}-${process.pid}`;
      await writeFile(staged, whole, { mode: 0o644 })
        .then(() => rename(staged, kept))
        .catch(() => rm(staged, { force: true }).catch(() => undefined));
    },
  };
}

/** V8 looks at its version and the length of the source, and trusts the rest. */
function dataIn(kept: string, identity: Buffer): Buffer | undefined {
  try {
    const whole = readFileSync(kept);
    const data = whole.subarray(SEAL_BYTES);
    return sealOf(identity, data).equals(whole.subarray(0, SEAL_BYTES)) ? data : undefined;
  } catch {
    return undefined;
  }
}

const sha256 = (...parts: readonly (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const identityOf = (source: Buffer) => sha256(`${process.version} ${process.arch}\n`, source);
const sealOf = (identity: Buffer, data: Buffer) => sha256(identity, data);
