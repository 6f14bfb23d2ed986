import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { statusOf } from './ask.js';
import { findJava, javaOptions, keepClasses, keptClasses } from './java.js';
import { fetched, folderOf, type Artifacts } from './maven.js';
import type { EngineContext, Recipe } from './recipe.js';

const jars: Artifacts = {
  title: 'S3Proxy 4.1.0',
  artifacts: ['org.gaul:s3proxy:4.1.0', 'com.fasterxml.jackson.core:jackson-annotations:2.21'],
  goal: 'copy-dependencies',
};

const java = () => findJava(jars.title);

/** Others on this machine can reach it too: made anew for each process that starts a server. */
const ACCESS_KEY = `feusa-${randomBytes(6).toString('hex')}`;
const SECRET_KEY = randomBytes(24).toString('hex');

/** An S3 server that keeps objects as files. */
export const s3: Recipe = {
  title: jars.title,
  fetch: async (log) => void (await Promise.all([java(), fetched(jars, log)])),
  async prepare(place) {
    const settings = join(place.dir, 's3proxy.properties');
    const logging = join(place.dir, 'logback.xml');
    await writeFile(settings, settingsFor(place));
    await writeFile(logging, LOGGING);
    const kept = [keepClasses, await keptClasses(await java(), folderOf(jars))];
    const limits = [...javaOptions('512m', place.brief), ...kept];
    const program = ['-cp', join(folderOf(jars), '*'), 'org.gaul.s3proxy.Main'];
    const options = [...limits, `-Dlogback.configurationFile=${logging}`];
    return { file: await java(), args: [...options, ...program, '--properties', settings] };
  },
  container: () => ({
    image: 'andrewgaul/s3proxy:4.1.0',
    port: 80,
    data: '/data',
    env: {
      S3PROXY_ENDPOINT: 'http://0.0.0.0:80',
      S3PROXY_AUTHORIZATION: 'aws-v2-or-v4',
      S3PROXY_IDENTITY: ACCESS_KEY,
      S3PROXY_CREDENTIAL: SECRET_KEY,
      S3PROXY_JAVA_OPTS: '-Xmx512m',
      JCLOUDS_PROVIDER: 'filesystem-nio2',
      JCLOUDS_FILESYSTEM_BASEDIR: '/data',
      LOG_LEVEL: 'warn',
    },
  }),
  answers: async (port) => (await statusOf(`http://127.0.0.1:${port}/`)) !== undefined,
  env: (port) => ({
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY: ACCESS_KEY,
    S3_SECRET_KEY: SECRET_KEY,
  }),
};

const settingsFor = ({ port, data }: EngineContext) => `s3proxy.endpoint=http://127.0.0.1:${port}
s3proxy.authorization=aws-v2-or-v4
s3proxy.identity=${ACCESS_KEY}
s3proxy.credential=${SECRET_KEY}
jclouds.provider=filesystem-nio2
jclouds.filesystem.basedir=${data}
`;

const LOGGING = `<configuration>
  <appender name="console" class="ch.qos.logback.core.ConsoleAppender">
    <encoder><pattern>%d{HH:mm:ss.SSS} %level %logger{1} %msg%n</pattern></encoder>
  </appender>
  <root level="WARN"><appender-ref ref="console"/></root>
</configuration>
`;
