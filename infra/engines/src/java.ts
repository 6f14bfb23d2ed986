import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EngineMissing } from './engine.js';

const run = promisify(execFile);

/** Where systems and tools put JDKs; `*` stands for any name. */
const FOLDERS = [
  '/usr/lib/jvm/*',
  '/usr/java/*',
  '/opt/java/*',
  '/Library/Java/JavaVirtualMachines/*/Contents/Home',
  '/opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home',
  join(homedir(), '.sdkman/candidates/java/*'),
  join(homedir(), '.jdks/*'),
];

/**
 * The first `java` of a new enough JDK: in JAVA_HOME, on the PATH, in the usual folders.
 * @throws EngineMissing where there is none
 */
export const findJava = async (atLeast: number, title: string): Promise<string> => {
  const home = process.env['JAVA_HOME'];
  for (const java of [...(home ? [join(home, 'bin/java')] : []), 'java'])
    if ((await versionOf(java)) >= atLeast) return java;
  for (const folder of await installed())
    if ((await versionOf(join(folder, 'bin/java'))) >= atLeast) return join(folder, 'bin/java');
  throw new EngineMissing(
    `${title} needs a JDK of Java ${atLeast} or newer: install one, or set JAVA_HOME to it.`,
  );
};

/** How much memory a server may take, and whether it is to be up soon rather than to be fast later. */
export const javaOptions = (heap: string, brief: boolean): string[] => [
  '-XX:+ExitOnOutOfMemoryError',
  ...(brief ? ['-Xmx512m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'] : [`-Xmx${heap}`]),
];

const versions = new Map<string, Promise<number>>();

const versionOf = (java: string): Promise<number> => {
  const known = versions.get(java) ?? readVersion(java);
  versions.set(java, known);
  return known;
};

/** @returns 0 where it does not run */
const readVersion = async (java: string) => {
  try {
    const { stderr } = await run(java, ['-version']);
    return Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0);
  } catch {
    return 0;
  }
};

const installed = async () => (await Promise.all(FOLDERS.map(expand))).flat();

const expand = async (pattern: string): Promise<string[]> => {
  const star = pattern.indexOf('*');
  const start = pattern.lastIndexOf('/', star);
  const end = pattern.indexOf('/', star);
  const [parent, prefix] = [pattern.slice(0, start), pattern.slice(start + 1, star)];
  const names = await readdir(parent).catch(() => []);
  const found = names.filter((name) => name.startsWith(prefix)).sort();
  return found.map((name) => join(parent, name, end < 0 ? '' : pattern.slice(end)));
};
