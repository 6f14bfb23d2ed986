import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Of the scripts that the files need before they are shown, packed. */
const MOST_BYTES = 140 * 1024;

/** A module and all that it imports at once; what it loads on demand is not among them. */
function closure(web, names, known = new Set()) {
  for (const name of names) {
    if (known.has(name)) continue;
    known.add(name);
    const text = readFileSync(join(web, 'assets', name), 'utf8');
    const imported = [...text.matchAll(/(?:from|^import|[;}]import)\s*"\.\/([\w.-]+\.js)"/gm)];
    closure(
      web,
      imported.map(([, each]) => each),
      known,
    );
  }
  return known;
}

const packed = (web, names) =>
  [...names].reduce(
    (sum, name) => sum + gzipSync(readFileSync(join(web, 'assets', name)), { level: 9 }).length,
    0,
  );

/** How many bytes of script the first look at anything takes. @throws where that is more than it may be */
export function measureFirstScript(web) {
  const page = readFileSync(join(web, 'index.html'), 'utf8');
  const first = [...page.matchAll(/(?:src|href)="\/assets\/([\w.-]+\.js)"/g)].map(
    ([, name]) => name,
  );
  const bytes = packed(web, closure(web, first));
  if (bytes > MOST_BYTES)
    throw new Error(
      `The first script has ${bytes} bytes packed, and may have ${MOST_BYTES}: load something later.`,
    );
  return bytes;
}
