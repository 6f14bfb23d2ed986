import { GenericContainer } from 'testcontainers';

/** A container whose ports other machines do not reach. */
export class LoopbackContainer extends GenericContainer {
  protected override beforeContainerCreated(): Promise<void> {
    const bindings: Record<string, { HostIp?: string }[]> = this.hostConfig.PortBindings ?? {};
    for (const each of Object.values(bindings).flat()) each.HostIp = '127.0.0.1';
    return Promise.resolve();
  }
}
