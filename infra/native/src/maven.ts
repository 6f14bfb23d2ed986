import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EngineMissing } from './engine.js';
import { isAlive } from './left-over.js';

const run = promisify(execFile);
const PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';

export interface Artifacts {
  /** For people, e.g. `Kafka 4.3.1`. */
  title: string;
  /** `group:artifact:version`; the first one gives the folder its name. */
  artifacts: readonly [string, ...string[]];
  /** Takes the jars themselves, or what is in them. */
  goal: 'copy-dependencies' | 'unpack-dependencies';
}

type Log = (line: string) => void;

/**
 * The folder with a program's jars, fetched by Maven on the first use and kept in FEUSA_CACHE or
 * ~/.cache/feusa.
 * @throws EngineMissing where Maven is missing or cannot fetch
 */
export const fetched = async (wanted: Artifacts, log: Log): Promise<string> => {
  const folder = folderOf(wanted);
  if (await exists(folder)) return folder;
  // one at a time: Maven's own repository is shared
  queue = queue.catch(() => undefined).then(() => fetchInto(folder, wanted, log));
  await queue;
  return folder;
};

let queue: Promise<unknown> = Promise.resolve();

export const folderOf = ({ artifacts: [main] }: Artifacts): string => {
  const [, artifact, version] = main.split(':');
  return join(cache(), `${artifact}-${version}`);
};

const cache = () => process.env['FEUSA_CACHE'] ?? join(homedir(), '.cache/feusa');

/** Only a whole folder gets its name; of two processes at it the second finds the first one's. */
const fetchInto = async (folder: string, wanted: Artifacts, log: Log) => {
  if (await exists(folder)) return;
  await mkdir(cache(), { recursive: true });
  await removeHalfFetched();
  const work = await mkdtemp(join(cache(), `${HALF}${process.pid}-`));
  try {
    log(`Fetching ${wanted.title} ...`);
    await runMaven(work, wanted);
    await rename(join(work, 'files'), folder).catch(async (error: unknown) => {
      if (!(await exists(folder))) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};

const runMaven = async (work: string, { title, artifacts, goal }: Artifacts) => {
  await writeFile(join(work, 'pom.xml'), pom(artifacts));
  const into = `-DoutputDirectory=${join(work, 'files')}`;
  const args = ['-q', '-B', `${PLUGIN}:${goal}`, '-DincludeScope=runtime', into];
  await run('mvn', args, { cwd: work }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT')
      throw new EngineMissing(`${title} is fetched by Maven: install Maven (command mvn).`);
    throw new EngineMissing(`Maven cannot fetch ${title}: ${firstFault(error)}`);
  });
};

const firstFault = (error: Error & { stdout?: string }) =>
  /\[ERROR\] (.*)/.exec(error.stdout ?? '')?.[1] ?? error.message;

const pom = (artifacts: readonly string[]) => `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>feusa</groupId>
  <artifactId>engine</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>${artifacts.map(dependency).join('')}</dependencies>
</project>
`;

const dependency = (name: string) => {
  const [group, artifact, version] = name.split(':');
  return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`;
};

const HALF = '.fetching-';

const removeHalfFetched = async () => {
  for (const name of await readdir(cache())) {
    const pid = name.startsWith(HALF) && parseInt(name.slice(HALF.length), 10);
    if (pid && !isAlive(pid)) await rm(join(cache(), name), { recursive: true, force: true });
  }
};

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
