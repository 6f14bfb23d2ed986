import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ServiceProcess } from '../cluster/src/service-process.js';
import { compose, composeEnvironmentOf, composePrograms } from '../docker/compose.js';
import { stagesOf, variablesOf } from '../docker/dockerfile.js';
import { textOf, type ServiceName } from '../docker/product.js';
import { environmentOf, workloads, type Given } from './manifests.js';

/** What one container is started from: nothing that its manifest does not say. */
interface Pod {
  readonly name: string;
  readonly service: ServiceName;
  readonly env: Readonly<Record<string, string>>;
  readonly volumes: readonly Volume[];
}

interface Volume {
  readonly mountPath: string;
  /** `lasts`: outlives the pod, by this name. A secret is a file. */
  readonly from: { readonly lasts: string } | { readonly secret: string } | 'empty';
}

const IMAGE = variablesOf(stagesOf(textOf('infra/docker/Dockerfile')).at(-1) ?? []);

/** The copies of a StatefulSet, as Kubernetes makes them. */
export function podsOf(name: string, given: Given): Pod[] {
  const { manifest, pod, container, service } = workloads.find((each) => each.name === name)!;
  return Array.from({ length: manifest.spec.replicas ?? 1 }, (_, index): Pod => {
    const own = `${name}-${index}`;
    const volumes = container!.volumeMounts.map(({ name: volume, mountPath, subPath }): Volume => {
      const found = pod.volumes.find((each) => each.name === volume);
      if (found?.secret) return { mountPath, from: { secret: subPath! } };
      return { mountPath, from: found ? 'empty' : { lasts: `${volume}-${own}` } };
    });
    const env = environmentOf(container!, given, own);
    return { name: own, service: service!, env, volumes };
  });
}

/** A container of Compose, with what stands in `.env`. */
export function composePod(name: string, dotenv: Readonly<Record<string, string>>): Pod {
  const { service, container } = composePrograms.find((each) => each.name === name)!;
  const volumes = (container.volumes ?? []).map((each): Volume => {
    const [volume = '', mountPath = ''] = each.split(':');
    if (!(volume in compose.volumes)) throw new Error(`${volume} is no volume`);
    return { mountPath, from: { lasts: volume } };
  });
  return { name, service, env: composeEnvironmentOf(container, dotenv), volumes };
}

export interface Machine {
  /** What the image holds, away from all packages that it does not. */
  readonly image: string;
  /** Where volumes lie. */
  readonly dir: string;
  readonly secrets: Readonly<Record<string, string>>;
  /** Where the engines of this test are, in place of those of the manifests. */
  readonly engines: Readonly<Record<string, string>>;
}

/** Starts a container's program with the environment of its image and its manifest, and what is mounted. */
export async function startPod(pod: Pod, machine: Machine) {
  const port = 21_000 + Math.floor(Math.random() * 9000);
  const data = await mounted(pod, machine);
  const process_ = new ServiceProcess({
    name: pod.name,
    program: path.join(machine.image, 'dist', pod.service, 'main.js'),
    port,
    env: {
      PATH: process.env['PATH'],
      ...IMAGE,
      ...pod.env,
      ...machine.engines,
      FEUSA_DATA_DIR: data,
    },
    logFile: path.join(machine.dir, `${pod.name}.log`),
    restarts: false,
  });
  await process_.start().catch(async (fault: unknown) => {
    await process_.stop();
    throw fault;
  });
  return { process: process_, data, address: process_.address };
}

export type StartedPod = Awaited<ReturnType<typeof startPod>>;

/** The directory that stands for `/data`. */
async function mounted({ name, volumes }: Pod, { dir, secrets }: Machine): Promise<string> {
  const at = IMAGE['FEUSA_DATA_DIR']!;
  const data = volumes.find(({ mountPath }) => mountPath === at)?.from;
  const lasts = data && data !== 'empty' && 'lasts' in data ? data.lasts : undefined;
  const place = lasts ? path.join(dir, lasts) : await mkdtemp(path.join(dir, `${name}-`));
  await mkdir(place, { recursive: true });
  for (const { mountPath, from } of volumes) {
    if (from === 'empty' || !('secret' in from)) continue;
    const file = path.join(place, path.relative(at, mountPath));
    await writeFile(file, secrets[from.secret] ?? '', { mode: 0o600 });
  }
  return place;
}
