import { randomBytes } from 'node:crypto';
import { parse } from 'yaml';
import { serviceOf, textOf } from './product.js';

export interface ComposeContainer {
  readonly image: string;
  readonly build?: { readonly dockerfile: string };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly networks?: readonly string[];
  readonly volumes?: readonly string[];
  readonly healthcheck?: object;
  readonly restart?: string;
  readonly mem_limit?: string;
  readonly read_only?: boolean;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

interface Compose {
  readonly services: Readonly<Record<string, ComposeContainer>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

export const compose = parse(textOf('docker-compose.yml'), { merge: true }) as Compose;

/** The containers that run the product's own services. */
export const composePrograms = Object.entries(compose.services).flatMap(([name, container]) => {
  const service = serviceOf(container.command);
  return service ? [{ name, service, container }] : [];
});

/** Of files with a `NAME=value` on each line. */
export const variablesIn = (path: string): Record<string, string> =>
  Object.fromEntries(
    [...textOf(path).matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  ) as Record<string, string>;

/** As Compose fills it in. @throws where something is needed and not given */
const filledIn = (value: string, given: Readonly<Record<string, string>>) =>
  value.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind = '-', text = '') => {
    if (kind === '?' && !given[name]) throw new Error(`${name}: ${text}`);
    return String(given[name] || text);
  });

/** The environment of a container, as these variables make it. */
export const composeEnvironmentOf = (
  { environment = {} }: ComposeContainer,
  given: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, filledIn(String(value), given)]),
  );

const texts = ['docker-compose.yml', 'infra/grafana/docker-compose.yml'].map(textOf).join('');

/** What Compose does not start without. */
export const neededByCompose = [
  ...new Set([...texts.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name)),
];

/** A secret as the examples say how it is made. */
export const newSecret = (name: string): string =>
  name === 'FEUSA_MASTER_KEY'
    ? randomBytes(32).toString('base64')
    : randomBytes(24).toString('hex');

/** `.env` as an operator makes it from the example. */
export const newDotenv = (): Record<string, string> => ({
  ...variablesIn('.env.example'),
  ...Object.fromEntries(neededByCompose.map((name) => [name, newSecret(name)])),
});
