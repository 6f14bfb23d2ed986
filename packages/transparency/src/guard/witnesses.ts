import { WitnessClient } from '../publishing/witness-client.js';
import type { WitnessAddress } from '../publishing/witness-address.js';
import {
  compareWithWitness,
  sizeAtWitness,
  type CompareOptions,
  type Contradiction,
  type Said,
} from './compare.js';
import type { Signed } from '../port.js';

/** Those who are asked what they know of the log: once, as soon as each can be reached, and when in doubt. */
export class Witnesses {
  private readonly all: readonly WitnessClient[];
  private readonly clients: Set<WitnessClient>;

  constructor(
    private readonly options: CompareOptions & { readonly witnesses: readonly WitnessAddress[] },
  ) {
    const { witnesses, tree } = options;
    this.all = witnesses.map((address) => new WitnessClient(address, tree));
    this.clients = new Set(this.all);
  }

  /** Has all of them asked once more. */
  doubt(): void {
    for (const client of this.all) this.clients.add(client);
  }

  /** The names of those who did not answer yet. */
  get unheard(): string[] {
    return [...this.clients].map(({ address }) => address.verifier.name);
  }

  /** What those say who were not heard before, asked to sign the log as it is. */
  listen(): Promise<Contradiction[]> {
    return this.ask((client) => compareWithWitness(this.options, client));
  }

  /** What they hold of a log whose checkpoints contradict this one: nothing new is signed to find that out. */
  hold(known: readonly Signed[]): Promise<Contradiction[]> {
    const largest = known.reduce((one, other) => (other.size > one.size ? other : one));
    return this.ask((client) => sizeAtWitness(client, largest));
  }

  private async ask(question: (client: WitnessClient) => Promise<Said>): Promise<Contradiction[]> {
    const answers = await Promise.all(
      [...this.clients].map(async (client) => {
        const said = await question(client);
        if (said !== 'away') this.clients.delete(client);
        return said;
      }),
    );
    return answers.filter((said) => typeof said === 'object');
  }
}
