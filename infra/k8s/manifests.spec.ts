import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { readConfig, settingNames } from '@feusa/profiles/config';
import { PARTITIONS } from '@feusa/event-log/kafka/kafka';
import { topicOf } from '@feusa/event-log/kafka/topic';
import { Indexer } from '../../services/search-indexer/src/indexer.js';
import { required, services, textOf } from '../docker/product.js';
import {
  base,
  environmentOf,
  filled,
  given,
  manifestsIn,
  named,
  parseOne,
  unnamedIn,
  workloads,
  type Manifest,
} from './manifests.js';

const keda = manifestsIn('keda');
const signIn = manifestsIn('keda-sign-in');
const example = manifestsIn('example');
const ofKind = (...kinds: string[]) => base.filter(({ kind }) => kinds.includes(kind));

const { settings } = given;

describe('the manifests', () => {
  it('are all named by their kustomization, each once', () => {
    expect(['base', 'keda', 'keda-sign-in', 'example'].flatMap(unnamedIn)).toEqual([]);
    const ids = [...base, ...keda, ...signIn, ...example].map(
      ({ kind, metadata }) => kind + metadata.name,
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('run every service once', () => {
    expect(workloads.map(({ service }) => service).sort()).toEqual([...services].sort());
    for (const { name, service } of workloads) expect(name).toBe(service);
  });
});

describe.each(workloads)('$name', ({ name, manifest, pod, metadata, container, service }) => {
  if (!container || !service) throw new Error(`${name} has no program`);

  it('has what it needs and nothing unknown', () => {
    const environment = environmentOf(container, filled);
    const known = new Set<string>(settingNames);
    expect(Object.keys(environment).filter((each) => !known.has(each))).toEqual([]);
    expect(required[service].filter((each) => !environment[each])).toEqual([]);
    expect(() => readConfig({ ...environment, FEUSA_PROFILE: 'distributed' })).not.toThrow();
  });

  it('is asked at its own port how it is', () => {
    const { startupProbe, livenessProbe, readinessProbe } = container;
    const at = (path: string) => ({ path, port: 'http' });
    expect(startupProbe.httpGet).toEqual(at('/health/live'));
    expect(livenessProbe.httpGet).toEqual(at('/health/live'));
    expect(readinessProbe.httpGet).toEqual(at('/health/ready'));
    expect(container.ports).toEqual([{ name: 'http', containerPort: readConfig({}).PORT }]);
  });

  it('has no rights that it does not need', () => {
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  it('has time to end in order, and bounds', () => {
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(10);
    expect(container.resources.requests).toHaveProperty('memory');
    expect(container.resources.limits).toHaveProperty('memory');
  });

  it('mounts only volumes that it has, and all of them', () => {
    const mounted = container.volumeMounts.map((mount) => mount.name);
    const claimed = manifest.spec.volumeClaimTemplates?.map((claim) => claim.metadata.name) ?? [];
    const volumes = [...pod.volumes.map((volume) => volume.name), ...claimed];
    expect(mounted.sort()).toEqual(volumes.sort());
    expect(container.volumeMounts.map((mount) => mount.mountPath)).toContain('/data');
  });

  it('is found by its selectors, and not all of its copies are taken away at once', () => {
    const { labels } = metadata;
    expect(labels).toMatchObject(manifest.spec.selector.matchLabels);
    expect(labels).toMatchObject(named('Service', name)?.spec.selector ?? {});
    const budget = named('PodDisruptionBudget', name)?.spec as Manifest['spec'] | undefined;
    expect(budget?.selector.matchLabels).toEqual(manifest.spec.selector.matchLabels);
  });
});

describe('the gateway', () => {
  const gateway = workloads.find(({ name }) => name === 'gateway')?.container;

  it.each(['command', 'query'])('knows each copy of %s by its name', (name) => {
    const { spec } = named('StatefulSet', name)!;
    const service = named('Service', spec.serviceName!)?.spec;
    expect(service?.clusterIP).toBe('None');
    const port = service?.ports[0]?.port;
    const urls = Array.from(
      { length: spec.replicas! },
      (_, number) => `http://${name}-${number}.${spec.serviceName}:${port}`,
    );
    const variable = `FEUSA_${name.toUpperCase()}_URLS`;
    expect(gateway?.env?.find((each) => each.name === variable)?.value?.split(',')).toEqual(urls);
  });

  it('alone changes its number by its load', () => {
    expect(ofKind('HorizontalPodAutoscaler').map(({ spec }) => spec.scaleTargetRef)).toEqual([
      { apiVersion: 'apps/v1', kind: 'Deployment', name: 'gateway' },
    ]);
    expect(named('Deployment', 'gateway')?.spec.replicas).toBeUndefined();
  });
});

describe('the scaling of the workers', () => {
  const { spec } = keda.find(({ kind }) => kind === 'ScaledObject')!;
  const trigger = spec.triggers[0]!;

  it('looks at the group and the topic of the code', () => {
    const topic = topicOf(readConfig({}).FEUSA_NAMESPACE);
    const { name } = new Indexer(...([] as unknown as ConstructorParameters<typeof Indexer>));
    expect(spec.scaleTargetRef.name).toBe('search-indexer');
    expect(trigger.type).toBe('kafka');
    expect(trigger.metadata).toMatchObject({ topic, consumerGroup: `${topic}.${name}` });
    const code = textOf('packages/event-log/src/kafka/kafka.ts');
    expect(code).toContain('groupId: `${this.topic}.${consumer.name}`');
  });

  it('asks the brokers that the workers ask', () => {
    const { bootstrapServersFromEnv: variable = '' } = trigger.metadata;
    const worker = workloads.find(({ name }) => name === 'search-indexer')!.container!;
    expect(environmentOf(worker)[variable]).toBe(settings['KAFKA_BROKERS']);
  });

  it('can sign in with the name and the password of the workers', () => {
    const { patches } = parseOne<{ patches: { target: object; patch: string }[] }>(
      'infra/k8s/keda-sign-in/kustomization.yaml',
    );
    const authentication = signIn.find(({ kind }) => kind === 'TriggerAuthentication')!;
    expect(patches[0]!.target).toEqual({ kind: 'ScaledObject', name: spec.scaleTargetRef.name });
    expect(parse(patches[0]!.patch)).toEqual([
      {
        op: 'add',
        path: '/spec/triggers/0/authenticationRef',
        value: { name: authentication.metadata.name },
      },
    ]);
    const { secretTargetRef, configMapTargetRef } = authentication.spec;
    const secrets = { username: 'KAFKA_USER', password: 'KAFKA_PASSWORD' };
    expect(Object.fromEntries(secretTargetRef.map((each) => [each.parameter, each.key]))).toEqual(
      secrets,
    );
    for (const { name, key } of secretTargetRef) {
      expect(name).toBe('feusa');
      expect(given.secrets).toHaveProperty(key);
    }
    const words = signIn.find(({ metadata }) => metadata.name === configMapTargetRef[0]!.name);
    expect(configMapTargetRef.map(({ parameter }) => parameter)).toEqual(['tls', 'sasl', 'ca']);
    for (const { key } of configMapTargetRef) expect(words?.data).toHaveProperty(key);
  });

  it('never has more workers than partitions, and none for what no worker helps', () => {
    expect(spec.maxReplicaCount).toBe(PARTITIONS);
    expect(spec.minReplicaCount).toBeGreaterThan(0);
    expect(trigger.metadata).toMatchObject({
      allowIdleConsumers: 'false',
      excludePersistentLag: 'true',
      limitToPartitionsWithLag: 'true',
    });
  });
});
