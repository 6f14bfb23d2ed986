import { fileExtension } from '@feusa/contracts/text';
import { commandBounds } from '@feusa/contracts/bounds';

const MOST_BYTES = commandBounds.fileName.value;
/** What Windows keeps for devices, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$) *(\.|$)/i;

/** A name that every system can store: no separators, no reserved characters, not too long. */
export function storable(name: string, extension = ''): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}<>:"/\\|?*]/gu, '_')
    .replace(/[. ]+$/, '');
  const safe = plain === '' || DEVICE.test(plain) ? `_${plain}` : plain;
  const own = extension === '' ? fileExtension(safe) : '';
  return shortened(safe.slice(0, safe.length - own.length), own + extension);
}

/** Gives each thing in a folder a name of its own: a second 'Plan.pdf', or 'plan.pdf', is 'Plan (2).pdf'. */
export function twins(): (name: string) => string {
  const taken = new Set<string>();
  const last = new Map<string, number>();
  return (name) => {
    const extension = fileExtension(name);
    const stem = name.slice(0, name.length - extension.length);
    const key = keyOf(name);
    let free = name;
    let number = last.get(key) ?? 1;
    while (taken.has(keyOf(free))) free = shortened(stem, ` (${++number})${extension}`);
    last.set(key, number);
    taken.add(keyOf(free));
    return free;
  };
}

/** As disks that ignore case compare names: what is longer in capitals is so in small letters, too. */
const keyOf = (name: string) => name.toUpperCase().toLowerCase();

function shortened(stem: string, ending: string): string {
  const letters = Array.from(stem);
  while (Buffer.byteLength(letters.join('') + ending) > MOST_BYTES) letters.pop();
  return letters.join('') + ending;
}
