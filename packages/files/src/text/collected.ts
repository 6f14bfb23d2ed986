import { textBounds } from '@feusa/contracts/find-bounds';

const MOST = textBounds.text.value;
const RUNS = /[\s\0\p{Cc}\ufeff]+/gu;

/** Text as it is found piece by piece, with single spaces, up to a bound. */
export class Collected {
  private readonly pieces: string[] = [];
  private length = 0;

  get isFull(): boolean {
    return this.length >= MOST;
  }

  add(piece: string): void {
    if (this.isFull || piece === '') return;
    const part = piece.slice(0, MOST - this.length);
    this.pieces.push(part);
    this.length += part.length;
  }

  text(): string {
    return this.pieces.join('').toWellFormed().replace(RUNS, ' ').trim();
  }
}
