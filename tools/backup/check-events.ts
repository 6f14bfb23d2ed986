import { chainHash, GENESIS } from '@feusa/event-log/store/chain';
import type { Head, LogRecord } from '@feusa/event-log/store/port';
import { GrowingTree, leafHash, type TreeHead } from '@feusa/transparency/merkle';
import { faultOf } from '@feusa/query/audit/verify';

/** A tree that events must fit to once so many have come, and what to call it. */
export interface Known extends TreeHead {
  readonly name: string;
}

/** Goes along events from the first one: their chain, their tree, and trees that are known of them. */
export class EventsCheck {
  private readonly tree = new GrowingTree();
  private hash: Buffer = GENESIS.hash;
  private readonly known: Known[];

  constructor(known: readonly Known[] = []) {
    this.known = [...known].sort((one, other) => one.size - other.size);
  }

  get head(): Head {
    return { position: this.tree.size, hash: this.hash };
  }

  get root(): Buffer {
    return this.tree.root();
  }

  /** Answers with what is wrong with the next event, if anything. */
  add(record: LogRecord | undefined): string | undefined {
    const position = this.tree.size + 1;
    if (!record) return this.at(position, 'the line is no event');
    if (record.position !== position) return this.at(position, 'an event is missing here');
    this.hash = chainHash(this.hash, record.bytes);
    const fault = faultOf(record, this.hash);
    if (fault) return this.at(position, fault);
    this.tree.add(leafHash(record.bytes));
    const differing = this.differing();
    return differing && this.at(position, `the log differs from ${differing}`);
  }

  private differing(): string | undefined {
    for (; this.known[0]?.size === this.tree.size; this.known.shift())
      if (!this.known[0].root.equals(this.root)) return this.known[0].name;
    return undefined;
  }

  private at(position: number, fault: string): string {
    return `position ${position}: ${fault}`;
  }
}
