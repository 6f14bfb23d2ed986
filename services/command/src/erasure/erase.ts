import { idOf, nounOf, type StoredEvent } from '@feusa/contracts/events';
import type { ErasePerson } from '@feusa/contracts/erasure';
import type { Ports } from '@feusa/adapters/open-ports';
import type { z } from 'zod';
import type { CommandQueue } from '../command-queue.js';
import { SYSTEM } from '../feature.js';
import { calledIn } from '../features/called.js';

type ErasurePorts = Pick<
  Ports,
  'store' | 'erasures' | 'ledger' | 'blobs' | 'blobReferences' | 'staging' | 'mail' | 'log'
>;
type Body = z.output<typeof ErasePerson>;

/** Takes away what the log does not hold of a person: the rest follows from the event by itself. */
export class Erasing {
  private readonly underWay = new Set<Promise<void>>();

  constructor(private readonly ports: ErasurePorts) {}

  /** Letters that were kept for an account; its address is known only until it is erased. */
  readonly prepare = async ({ kind, name }: Body): Promise<void> => {
    if (kind === 'user') await this.ports.mail.forget(name);
  };

  /** Begins after the event; what does not work is done again at the next start. */
  after({ type, stream, at }: StoredEvent): void {
    if (type !== 'PersonErased') return;
    const { ledger } = this.ports;
    const parts = [
      this.surely(stream, 'not in the ledger', () => ledger.add(stream, at)),
      this.surely(stream, 'not purged', () => this.purge(stream)),
    ];
    const work: Promise<void> = Promise.all(parts).then(() => void this.underWay.delete(work));
    this.underWay.add(work);
  }

  /**
   * Does again what a restored backup has undone, and ends what was interrupted: erases whoever the
   * ledger names and the log does not, and purges whoever is erased and has left something.
   */
  async applyErasures(queue: Pick<CommandQueue, 'submit'>): Promise<void> {
    const { ledger, erasures } = this.ports;
    for (const stream of await ledger.streams())
      if (!(await erasures.isErased(stream)))
        await this.surely(stream, 'not erased again', () => this.eraseAgain(stream, queue));
    for (const stream of await erasures.unfinished())
      await this.surely(stream, 'not purged', () => this.purge(stream));
  }

  async settled(): Promise<void> {
    await Promise.all(this.underWay);
  }

  /** An engine that is away keeps nothing from starting: the next start tries again. */
  private surely(stream: string, fault: string, work: () => Promise<void>): Promise<void> {
    return work().catch((err: unknown) => this.ports.log.error({ err, stream }, fault));
  }

  private async eraseAgain(stream: string, queue: Pick<CommandQueue, 'submit'>): Promise<void> {
    const kind = nounOf(stream) === 'user' ? 'user' : 'employee';
    const name = await calledIn(stream, this.ports.store);
    // Otherwise the backup is older than the person.
    if (name === undefined) return;
    const body = { id: idOf(stream), kind, name } as const;
    const command = { name: 'erase-person', body } as const;
    const correlationId = 'ledger of erasures';
    await queue.submit({ command, by: SYSTEM, correlationId });
  }

  private async purge(stream: string): Promise<void> {
    const { erasures, blobs, blobReferences, staging } = this.ports;
    const id = idOf(stream);
    const images = await erasures.purge(stream);
    for await (const { id: upload, record } of staging.list()) {
      const isPhoto = images.includes(record?.finished?.blob ?? '');
      if (record && (isPhoto || record.owner === id)) await staging.forget(upload);
    }
    const referenced = await blobReferences(images);
    for (const image of images) if (!referenced.has(image)) await blobs.remove(image);
  }
}
