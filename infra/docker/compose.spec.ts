import { describe, expect, it } from '@jest/globals';
import { readConfig, settingNames } from '@feusa/profiles/config';
import { PARTITIONS } from '@feusa/event-log/kafka/kafka';
import {
  compose,
  composeEnvironmentOf,
  composePrograms,
  neededByCompose,
  newDotenv,
  variablesIn,
  type ComposeContainer,
} from './compose.js';
import { required, services, textOf, type ServiceName } from './product.js';

const text = textOf('docker-compose.yml');
const all = Object.entries(compose.services);
const programs = composePrograms;
const engines = all.filter(([, { build }]) => !build);

const example = variablesIn('.env.example');
/** With what an operator makes of it, as Compose puts it in. */
const dotenv = newDotenv();
const environmentOf = (container: ComposeContainer, given = dotenv) =>
  composeEnvironmentOf(container, given);

describe('docker-compose.yml', () => {
  it('runs every service of the product, the read side and the index more than once', () => {
    const count = (service: ServiceName) =>
      programs.filter((program) => program.service === service).length;
    expect(Object.fromEntries(services.map((name) => [name, count(name)]))).toEqual({
      gateway: 1,
      command: 1,
      query: 2,
      'search-indexer': 3,
    });
    expect(count('search-indexer')).toBeLessThanOrEqual(PARTITIONS);
    expect(all.filter(([, { build }]) => build)).toHaveLength(programs.length + 1);
  });

  it.each(programs)('$name has what it needs and nothing unknown', ({ service, container }) => {
    const environment = environmentOf(container);
    expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
    expect(required[service].filter((name) => !environment[name])).toEqual([]);
    expect(() => readConfig(environment)).not.toThrow();
  });

  it.each(programs)('$name has an instance name of its own', ({ name, container }) => {
    expect(container.environment?.['FEUSA_INSTANCE']).toBe(name);
  });

  it.each(programs)('$name cannot write but where it must', ({ container }) => {
    expect(container.build?.dockerfile).toBe('infra/docker/Dockerfile');
    expect(container.read_only).toBe(true);
  });

  it.each(all)('%s is watched, bounded and started again', (name, container) => {
    expect(container.healthcheck ?? container.build).toBeDefined();
    expect(container.mem_limit).toBeDefined();
    expect(container.restart).toBe(name === 'migrate' ? 'no' : 'unless-stopped');
    if (!container.build) expect(container.image).toMatch(/:v?\d/);
  });

  it('shows the gateway to everybody, the letters to this machine, and nothing else', () => {
    const published = all.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]));
    expect(published).toEqual([
      ['gateway', '${FEUSA_PORT:-3000}:3000'],
      ['mail', '127.0.0.1:${MAIL_PORT:-8025}:8025'],
    ]);
    expect(compose.networks['engines']?.internal).toBe(true);
    for (const [name, { networks }] of engines)
      if (name !== 'mail') expect([name, networks]).toEqual([name, ['engines']]);
  });

  it('names every other container that it speaks of', () => {
    const hosts = programs.flatMap(({ container }) =>
      Object.values(environmentOf(container))
        .flatMap((value) => value.split(','))
        .flatMap((value) => /^(?:\w+:\/\/)?(?:[^@/]*@)?([a-z0-9-]+):\d+/.exec(value)?.[1] ?? []),
    );
    const own = hosts.filter((host) => host !== 'localhost');
    expect(own.length).toBeGreaterThan(20);
    expect(own.filter((host) => !compose.services[host])).toEqual([]);
  });

  it('leads the gateway to every copy', () => {
    const { environment = {} } = compose.services['gateway']!;
    const urls = (service: ServiceName) =>
      programs.flatMap((each) => (each.service === service ? [`http://${each.name}:3000`] : []));
    expect(environment['FEUSA_COMMAND_URLS']?.split(',')).toEqual(urls('command'));
    expect(environment['FEUSA_QUERY_URLS']?.split(',')).toEqual(urls('query'));
  });

  it('has the database brought to its version before anything asks for it', () => {
    for (const { container, service } of programs) {
      const condition = container.depends_on?.['migrate']?.condition;
      expect(condition).toBe(service === 'gateway' ? undefined : 'service_completed_successfully');
    }
  });

  it('waits for the database only: other engines may be away', () => {
    for (const { container } of programs)
      for (const [name] of engines)
        expect([undefined, name === 'postgres' ? 'service_healthy' : 'service_started']).toContain(
          container.depends_on?.[name]?.condition,
        );
  });

  it('keeps what must last in volumes that are declared', () => {
    const named = all.flatMap(([, { volumes = [] }]) => volumes.map((each) => each.split(':')[0]));
    expect([...new Set(named)].sort()).toEqual(Object.keys(compose.volumes).sort());
  });

  it('takes from .env what .env.example explains, and both say the same', () => {
    const both = text + textOf('infra/grafana/docker-compose.yml');
    const asked = [...both.matchAll(/\$\{(\w+)(?::[-?]([^}]*))?\}/g)];
    const names = new Set(asked.map(([, name]) => name).filter((name) => name !== 'FEUSA_VERSION'));
    expect([...names].sort()).toEqual(Object.keys(example).sort());
    const secrets = Object.fromEntries(neededByCompose.map((name) => [name, dotenv[name]!]));
    for (const { container } of programs)
      expect(environmentOf(container, secrets)).toEqual(environmentOf(container));
  });
});

const known = new Set<string>(settingNames);
