import type { Product } from '@feusa/cluster/cluster';
import type { ServiceProcess } from '@feusa/cluster/service-process';
import { until } from './until.js';

/** Kills, freezes and arms services, and knows which deaths are its own doing. */
export class Nemesis {
  private readonly intended = new Map<ServiceProcess, number>();

  constructor(private readonly product: Product) {}

  /** Kills it as a power cut would; it is started again. Answers when it is ready, with how long that took, ms. */
  async kill(...services: readonly ServiceProcess[]): Promise<number> {
    const began = performance.now();
    for (const service of services) {
      this.intends(service);
      service.kill('SIGKILL');
    }
    await Promise.all(services.map((service) => this.untilDead(service)));
    await Promise.all(services.map((service) => service.ready()));
    return performance.now() - began;
  }

  /** Starts it anew so that it fails at a place of its program, `append.after_commit:kill` for example. */
  async arm(service: ServiceProcess, failure: string): Promise<void> {
    if (failure.endsWith(':kill')) this.intends(service);
    await service.restart({ FEUSA_FAIL_AT: failure });
  }

  /** Until it has died as often as was intended. @throws after 60 s */
  async untilDead(service: ServiceProcess): Promise<void> {
    const due = this.intended.get(service) ?? 0;
    await until(`${service.name} to die`, () => service.deaths.length >= due, 60_000);
  }

  /** Deaths that nobody intended. */
  accidents(): string[] {
    return this.product.services.flatMap((service) => {
      const extra = service.deaths.slice(this.intended.get(service) ?? 0);
      return extra.map(({ code, signal }) => `${service.name} ended by itself: ${code ?? signal}`);
    });
  }

  /** Forgets the accidents so far. */
  settle(): void {
    for (const service of this.product.services) this.intended.set(service, service.deaths.length);
  }

  private intends(service: ServiceProcess): void {
    this.intended.set(service, (this.intended.get(service) ?? 0) + 1);
  }
}
