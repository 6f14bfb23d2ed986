const LARGE = 512 * 1024;
const SMALL = 64 * 1024;
const MANY = 8;

const idle: Buffer[] = [];
let lent = 0;

/**
 * A buffer to copy up to `wanted` bytes through. Few get large ones, which are quick and are kept for
 * the next; where many are out at once the next ones are small, so that slow readers cost little.
 */
export function borrow(wanted: number): Buffer {
  if (wanted <= SMALL || lent >= MANY) return Buffer.allocUnsafeSlow(Math.min(wanted, SMALL));
  lent += 1;
  return idle.pop() ?? Buffer.allocUnsafeSlow(LARGE);
}

/** Takes a borrowed buffer back; one whose bytes may still be on their way must be dropped instead. */
export function giveBack(buffer: Buffer, reusable = true): void {
  if (buffer.length !== LARGE) return;
  lent -= 1;
  if (reusable && idle.length < MANY) idle.push(buffer);
}
