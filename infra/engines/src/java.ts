import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { inCache } from './cache.js';
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

/** What OpenSearch needs, and what keeps classes of itself. */
const AT_LEAST = 21;

/**
 * The first `java` of a new enough JDK: in JAVA_HOME, on the PATH, in the usual folders.
 * @throws EngineMissing where there is none
 */
export const findJava = async (title: string): Promise<string> => {
  const home = process.env['JAVA_HOME'];
  for (const java of [...(home ? [join(home, 'bin/java')] : []), 'java'])
    if ((await versionOf(java)) >= AT_LEAST) return java;
  for (const folder of await installed())
    if ((await versionOf(join(folder, 'bin/java'))) >= AT_LEAST) return join(folder, 'bin/java');
  throw new EngineMissing(
    `${title} needs a JDK of Java ${AT_LEAST} or newer: install one, or set JAVA_HOME to it.`,
  );
};

/** How much memory a server may take, and whether it is to be up soon rather than to be fast later. */
export const javaOptions = (heap: string, brief: boolean): string[] => [
  '-XX:+ExitOnOutOfMemoryError',
  ...(brief ? ['-Xmx512m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'] : [`-Xmx${heap}`]),
];

/**
 * The option by which a server takes up its classes as an earlier run has kept them, half of the work of a start.
 * Java itself looks whether they are those of these jars.
 * @param jars the folder of the program, whose name is in that of the archive
 */
export const keptClasses = async (java: string, jars: string): Promise<string> => {
  const folder = inCache('classes');
  await mkdir(folder, { recursive: true });
  return `-XX:SharedArchiveFile=${join(folder, `${basename(jars)}-java${await versionOf(java)}.jsa`)}`;
};

/** Has a server keep its classes at its end in order, where they are not kept yet. */
export const keepClasses = '-XX:+AutoCreateSharedArchive';

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
