/** A set that forgets its oldest entries. */
export class Recent {
  private readonly entries = new Set<string>();

  constructor(private readonly max: number) {}

  has(entry: string): boolean {
    return this.entries.has(entry);
  }

  add(entry: string): void {
    this.entries.delete(entry);
    this.entries.add(entry);
    const [oldest] = this.entries;
    if (oldest !== undefined && this.entries.size > this.max) this.entries.delete(oldest);
  }
}
