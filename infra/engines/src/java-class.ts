import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cached } from './cache.js';

const run = promisify(execFile);

export interface JavaSource {
  /** Of its folder in the cache. */
  name: string;
  /** Of a class `Main`. */
  source: string;
  /** Of a JDK. */
  java: string;
  /** The folder with the jars that it uses. */
  jars: string;
}

/** The folder with `main.jar`, which has the compiled class. Compiles it on the first use. */
export const compiled = ({ name, source, java, jars }: JavaSource): Promise<string> => {
  const version = createHash('sha256').update(source).digest('hex').slice(0, 8);
  return cached(`${name}-jar-${version}`, async (work, files) => {
    const file = join(work, 'Main.java');
    await Promise.all([mkdir(files), writeFile(file, source)]);
    const [classes, zip] = [join(work, 'classes'), ['--add-modules', 'jdk.zipfs']];
    const compiler = [...zip, '-m', 'jdk.compiler/com.sun.tools.javac.Main', '--release', '21'];
    const classPath = (await readdir(jars)).map((jar) => join(jars, jar)).join(':');
    await run(java, [...compiler, '-cp', classPath, '-d', classes, file]);
    // Java keeps no classes of a program that has a folder on its class path.
    const packer = ['-m', 'jdk.jartool/sun.tools.jar.Main', '--create'];
    await run(java, [...packer, '--file', join(files, 'main.jar'), '-C', classes, '.']);
  });
};
