import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cached, inCache } from './cache.js';
import { EngineMissing } from './engine.js';

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
 * The folder with a program's jars, fetched by Maven on the first use and then kept.
 * @throws EngineMissing where Maven is missing or cannot fetch
 */
export const fetched = async (wanted: Artifacts, log: Log): Promise<string> => {
  const make = () =>
    cached(nameOf(wanted), (work, files) => {
      log(`Fetching ${wanted.title} ...`);
      return runMaven(work, files, wanted);
    });
  // one at a time: Maven's own repository is shared
  const made = queue.then(make);
  queue = made.catch(() => undefined);
  return made;
};

let queue: Promise<unknown> = Promise.resolve();

/** Where `fetched` puts them. */
export const folderOf = (wanted: Artifacts): string => inCache(nameOf(wanted));

const nameOf = ({ artifacts: [main] }: Artifacts) => {
  const [, artifact, version] = main.split(':');
  return `${artifact}-${version}`;
};

const runMaven = async (work: string, files: string, { title, artifacts, goal }: Artifacts) => {
  await writeFile(join(work, 'pom.xml'), pom(artifacts));
  const into = `-DoutputDirectory=${files}`;
  const args = ['-q', '-B', `${PLUGIN}:${goal}`, '-DincludeScope=runtime', into];
  await run('mvn', args, { cwd: work }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT')
      throw new EngineMissing(`${title} is fetched by Maven: install Maven (command mvn).`);
    throw new EngineMissing(`Maven cannot fetch ${title}: ${firstFault(error)}`);
  });
};

const firstFault = ({ message, ...output }: Error & { stdout?: string; stderr?: string }) =>
  /\[ERROR\] (.*)/.exec(output.stdout ?? '')?.[1] ?? (output.stderr?.trim() || message);

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
