import { memoryBounds } from '@feusa/contracts/memory-bounds';

/**
 * Remembers texts in as many bits, however many there are: it knows each that was added, and takes some others for one
 * of them. For what may be done once too often, and never too seldom.
 */
export class Marks {
  private readonly bytes: Uint8Array;

  /** `bits`: a power of two. */
  constructor(private readonly bits: number = memoryBounds.marks.value) {
    this.bytes = new Uint8Array(bits / 8);
  }

  add(text: string): void {
    const at = this.placeOf(text);
    this.bytes[at >>> 3]! |= 1 << (at & 7);
  }

  has(text: string): boolean {
    const at = this.placeOf(text);
    return (this.bytes[at >>> 3]! & (1 << (at & 7))) !== 0;
  }

  clear(): void {
    this.bytes.fill(0);
  }

  private placeOf(text: string): number {
    let hash = 0x811c9dc5;
    for (let at = 0; at < text.length; at++)
      hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    return (hash ^ (hash >>> 16)) & (this.bits - 1);
  }
}
