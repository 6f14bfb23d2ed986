import { readdirSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { textOf } from '../docker/product.js';

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
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
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
    readonly template: {
      readonly metadata: { readonly labels: Labels };
      readonly spec: {
        readonly containers: readonly Container[];
        readonly securityContext: object;
        readonly automountServiceAccountToken: boolean;
        readonly terminationGracePeriodSeconds: number;
        readonly volumes: readonly { readonly name: string }[];
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
