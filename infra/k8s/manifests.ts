import { readdirSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { newSecret, variablesIn } from '../docker/compose.js';
import { serviceOf, textOf } from '../docker/product.js';

interface Reference {
  readonly name: string;
  readonly key?: string;
}

export interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly configMapKeyRef?: Reference;
    readonly secretKeyRef?: Reference;
  };
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

export interface Container {
  readonly image: string;
  readonly args: readonly string[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly env?: readonly Variable[];
  readonly envFrom?: readonly {
    readonly configMapRef?: Reference;
    readonly secretRef?: Reference;
  }[];
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly securityContext: object;
  readonly resources: { readonly requests: object; readonly limits: object };
  readonly volumeMounts: readonly Mount[];
}

export interface Mount {
  readonly name: string;
  readonly mountPath: string;
  readonly subPath?: string;
}

interface Parameter {
  readonly parameter: string;
  readonly name: string;
  readonly key: string;
}

type Labels = Readonly<Record<string, string>>;

/** The parts that are looked at, of any kind. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly replicas?: number;
    readonly serviceName?: string;
    readonly clusterIP?: string;
    readonly selector: Labels & { readonly matchLabels: Labels };
    readonly ports: readonly { readonly port: number; readonly targetPort: string }[];
    readonly scaleTargetRef: { readonly name: string; readonly kind?: string };
    readonly minReplicaCount: number;
    readonly maxReplicaCount: number;
    readonly triggers: readonly {
      readonly type: string;
      readonly metadata: Readonly<Record<string, string>>;
    }[];
    readonly secretTargetRef: readonly Parameter[];
    readonly configMapTargetRef: readonly Parameter[];
    readonly volumeClaimTemplates?: readonly { readonly metadata: { readonly name: string } }[];
    readonly template: {
      readonly metadata: { readonly labels: Labels };
      readonly spec: {
        readonly containers: readonly Container[];
        readonly initContainers?: readonly Container[];
        readonly securityContext: object;
        readonly automountServiceAccountToken: boolean;
        readonly terminationGracePeriodSeconds: number;
        readonly volumes: readonly {
          readonly name: string;
          readonly secret?: { readonly secretName: string };
        }[];
      };
    };
  };
}

interface Kustomization {
  readonly resources: readonly string[];
}

export const parseOne = <T>(path: string): T => parseAllDocuments(textOf(path))[0]!.toJS() as T;

/** The manifests of a folder below infra/k8s, those that its kustomization names. @throws for bad YAML */
export const manifestsIn = (folder: string): Manifest[] => {
  const path = `infra/k8s/${folder}`;
  const { resources } = parseOne<Kustomization>(`${path}/kustomization.yaml`);
  const own = resources.filter((name) => !name.startsWith('..'));
  return own.flatMap((name) =>
    parseAllDocuments(textOf(`${path}/${name}`), { version: '1.1' }).map((document) => {
      if (document.errors[0]) throw document.errors[0];
      return document.toJS() as Manifest;
    }),
  );
};

/** Files of a folder that its kustomization does not name, besides itself. */
export const unnamedIn = (folder: string): string[] => {
  const { resources } = parseOne<Kustomization>(`infra/k8s/${folder}/kustomization.yaml`);
  const files = readdirSync(new URL(folder, import.meta.url)).filter((name) => /ya?ml$/.test(name));
  return files.filter((name) => name !== 'kustomization.yaml' && !resources.includes(name));
};

export const base = manifestsIn('base');

export const named = (kind: string, name: string): Manifest | undefined =>
  base.find((each) => each.kind === kind && each.metadata.name === name);

/** What runs the services, each with its one container. */
export const workloads = base
  .filter(({ kind }) => ['Deployment', 'StatefulSet'].includes(kind))
  .map((manifest) => {
    const { spec, metadata } = manifest.spec.template;
    const [container, ...others] = spec.containers;
    if (others.length > 0) throw new Error(`${manifest.metadata.name} has several containers`);
    const service = serviceOf(container?.args);
    return { name: manifest.metadata.name, manifest, pod: spec, metadata, container, service };
  });

/** What runs before a service, and ends. */
export const initContainers = workloads.flatMap(({ name, pod }) =>
  (pod.initContainers ?? []).map((container) => ({ name, container })),
);

/** What pods take their environment from. */
export interface Given {
  readonly settings: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
}

/** As the example has it. */
export const given: Given = {
  settings: named('ConfigMap', 'feusa')?.data ?? {},
  secrets: {
    ...variablesIn('infra/k8s/example/secrets.env'),
    ...variablesIn('infra/k8s/example/owner.env'),
    ...variablesIn('infra/k8s/example/query.env'),
    ...variablesIn('infra/k8s/example/indexer.env'),
  },
};

/** As an operator makes it from the example. */
export const filled: Given = {
  ...given,
  secrets: Object.fromEntries(
    Object.entries(given.secrets).map(([name, value]) => [
      name,
      value.replace(/(change-me-?)+/, newSecret(name)),
    ]),
  ),
};

/** As the container gets it. @throws where it refers to what is not there */
export const environmentOf = (
  { env = [], envFrom = [] }: Container,
  { settings, secrets }: Given = given,
  pod = 'pod',
): Record<string, string> => {
  const ordinary = Object.fromEntries(
    Object.entries(secrets).filter(([name]) => !/^DATABASE_.+_URL$/.test(name)),
  );
  const whole = envFrom.map(({ configMapRef }) => (configMapRef ? settings : ordinary));
  const single = env.map(({ name, value, valueFrom }) => {
    const { configMapKeyRef, secretKeyRef } = valueFrom ?? {};
    const from = configMapKeyRef ? settings : secretKeyRef ? secrets : { [name]: pod };
    const found = value ?? from[configMapKeyRef?.key ?? secretKeyRef?.key ?? name];
    if (found === undefined) throw new Error(`nothing for ${name}`);
    return [name, found];
  });
  return Object.assign({}, ...whole, Object.fromEntries(single)) as Record<string, string>;
};
