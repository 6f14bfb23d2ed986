import { describe, expect, it } from '@jest/globals';
import { readConfig, settingNames } from '@feusa/profiles/config';
import { environmentOf, given, initContainers, workloads } from '../k8s/manifests.js';
import {
  compose,
  composeEnvironmentOf,
  composePrograms,
  neededByCompose as needed,
  newDotenv,
  variablesIn,
  type ComposeContainer,
} from './compose.js';
import { stagesOf, variablesOf } from './dockerfile.js';
import { textOf } from './product.js';
import { carriedTo, carriers } from './settings.js';

const example = variablesIn('.env.example');
/** As an operator makes it. */
const made = newDotenv();

describe('every setting of the code', () => {
  it('is carried to somebody', () => {
    expect(Object.keys(carriers).sort()).toEqual([...settingNames].sort());
    for (const [name, all] of Object.entries(carriers))
      expect([name, all.length]).not.toEqual([name, 0]);
  });

  it.each(composePrograms)(
    'reaches $name by Compose, and no other does',
    ({ service, container }) => {
      const environment = composeEnvironmentOf(container, made);
      expect(Object.keys(environment).sort()).toEqual(carriedTo(service));
      expect(() => readConfig({ ...environment, FEUSA_PROFILE: 'distributed' })).not.toThrow();
    },
  );

  it('reaches the owner by Compose', () => {
    const environment = composeEnvironmentOf(compose.services['migrate']!, made);
    expect(Object.keys(environment).sort()).toEqual(carriedTo('owner'));
    expect(loginsOf(environment)).toEqual(OWN_LOGINS);
  });

  it.each(composePrograms.filter(({ service }) => service !== 'gateway'))(
    'lets $name into the database by a login of its own, by Compose',
    ({ service, container }) => {
      const { DATABASE_URL } = composeEnvironmentOf(container, made);
      expect(new URL(DATABASE_URL!).username).toBe(loginOf[service as keyof typeof loginOf]);
    },
  );

  it.each(workloads)('reaches $name by the manifests', ({ container, service }) => {
    const environment = environmentOf(container!);
    const names = Object.keys(environment);
    expect(carriedTo(service!).filter((name) => !names.includes(name))).toEqual([]);
    if (!container!.envFrom) expect(names.sort()).toEqual(carriedTo(service!));
    expect(names.filter((name) => /^DATABASE_.+_URL$/.test(name))).toEqual([]);
    const login = loginOf[service as keyof typeof loginOf];
    if (login) expect(new URL(environment['DATABASE_URL']!).username).toBe(login);
  });

  it('reaches the owner by the manifests', () => {
    const [migrate, ...others] = initContainers;
    expect(others).toEqual([]);
    const environment = environmentOf(migrate!.container);
    expect(loginsOf(environment)).toEqual(OWN_LOGINS);
  });

  it('is set by the image where it must be the same in all containers', () => {
    const image = variablesOf(stagesOf(textOf('infra/docker/Dockerfile')).at(-1) ?? []);
    expect(carriedTo('image').filter((name) => !image[name])).toEqual([]);
  });

  it('is named in the README', () => {
    const readme = textOf('README.md');
    expect(settingNames.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });

  it('has a row in the table of settings', () => {
    const table = textOf('docs/operations.md');
    expect(settingNames.filter((name) => !table.includes(`\n| \`${name}\` `))).toEqual([]);
  });
});

describe('secrets of the examples', () => {
  it('are empty for Compose, which does not start without them, and told how to be made', () => {
    expect(needed.length).toBeGreaterThan(5);
    for (const name of needed) {
      expect([name, example[name]]).toEqual([name, '']);
      const without = { ...made, [name]: '' };
      const all = Object.values(compose.services);
      for (const container of all.filter((each) => asks(each, name)))
        expect(() => composeEnvironmentOf(container, without)).toThrow(name);
    }
    const asked = Object.values(compose.services);
    const unasked = needed.filter((name) => !asked.some((each) => asks(each, name)));
    expect(unasked).toEqual(['GRAFANA_PASSWORD']);
    expect(textOf('.env.example')).toContain('openssl rand -base64 32');
    expect(textOf('.env.example')).toContain('openssl rand -hex 24');
  });

  it('are refused on Kubernetes as they stand there, each by its name', () => {
    const { container } = workloads.find(({ name }) => name === 'command')!;
    const environment = { ...environmentOf(container!), FEUSA_PROFILE: 'distributed' };
    const placeholders = Object.keys(given.secrets).filter((name) =>
      given.secrets[name]!.includes('change-me'),
    );
    expect(placeholders.length).toBeGreaterThan(4);
    const said = messageOf(() => readConfig(environment));
    const asked = placeholders.filter((name) => name in environment);
    expect(asked.filter((name) => !said.includes(name))).toEqual([]);
  });

  it.each([
    ['S3_SECRET_KEY', 'feusa-secret'],
    ['S3_ACCESS_KEY', 'feusa'],
    ['FEUSA_MASTER_KEY', 'Y2hhbmdlLW1lLWNoYW5nZS1tZS1jaGFuZ2UtbWUtMzI='],
    ['DATABASE_URL', 'postgres://feusa:feusa@postgres:5432/feusa'],
    ['DATABASE_OWNER_URL', 'postgres://feusa:change-me@postgres:5432/feusa'],
    ['REDIS_URL', 'redis://:feusa@redis:6379'],
    ['FEUSA_TEAM_PASSWORD', 'change-me'],
  ])('of earlier versions are refused with the services apart: %s=%s', (name, value) => {
    const said = messageOf(() => readConfig({ FEUSA_PROFILE: 'distributed', [name]: value }));
    expect(said).toContain(name);
    expect(said).not.toContain(value);
    expect(() => readConfig({ [name]: value })).not.toThrow();
  });
});

const loginOf = {
  command: 'feusa_app',
  query: 'feusa_query_app',
  'search-indexer': 'feusa_indexer_app',
};
const OWN_LOGINS = ['feusa', ...Object.values(loginOf)];

/** By whom whoever migrates knows the database: as its owner, and whom it makes. */
const loginsOf = (environment: Readonly<Record<string, string>>) =>
  ['DATABASE_OWNER_URL', 'DATABASE_URL', 'DATABASE_QUERY_URL', 'DATABASE_INDEXER_URL'].map(
    (name) => new URL(environment[name]!).username,
  );

/** Whether a container's environment does without a default. */
const asks = ({ environment }: ComposeContainer, name: string): boolean =>
  JSON.stringify(environment ?? {}).includes(`{${name}:?`);

function messageOf(read: () => unknown): string {
  try {
    read();
  } catch (fault) {
    return (fault as Error).message;
  }
  return '';
}
