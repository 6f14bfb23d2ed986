import { listBounds } from '@feusa/contracts/bounds';

const REMEMBERED = listBounds.changedPeople.value;

/** Whom the latest events of the directory were about, for screens that have it as it was before. */
export class ChangedEmployees {
  private changes: { readonly id: string; readonly position: number }[] = [];

  /** `from`: what has happened up to this position is not known. */
  constructor(
    private from = Infinity,
    private readonly remembered = REMEMBERED,
  ) {}

  /** Takes in the newest change; the caller keeps the order. */
  add(id: string, position: number): void {
    this.changes.push({ id, position });
    if (this.changes.length < 2 * this.remembered) return;
    this.from = this.changes[this.remembered - 1]!.position;
    this.changes = this.changes.slice(this.remembered);
  }

  /** Undefined where that is longer ago than is remembered. */
  since(position: number): ReadonlySet<string> | undefined {
    if (position < this.from) return undefined;
    const first = this.changes.findLastIndex((change) => change.position <= position) + 1;
    return new Set(this.changes.slice(first).map(({ id }) => id));
  }
}
