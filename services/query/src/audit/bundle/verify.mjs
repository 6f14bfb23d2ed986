#!/usr/bin/env node
// Checks the event log of an installation alone: with Node 20, no packages, no network and none of the
// product's own code. README.txt beside it says how it is used and what its answer is worth.
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const sha = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256'));
const [LEAF, NODE] = [Buffer.of(0), Buffer.of(1)];
const nodeHash = (left, right) => sha(NODE, left, right).digest();
const hashOf = (base64) => Buffer.from(base64 ?? '', 'base64');

const fail = (reason) => {
  throw new Error(reason);
};
/** What a text says; nothing where it is not JSON. */
const json = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
};
const bad = (position, reason) => ({ ok: false, position: String(position), reason });
const LOG = 'events.ndjson';
const ORDER = 'the event is out of order';
const UNREAD = 'the checkpoint cannot be read';
const DIFFERS = 'the log differs from the checkpoint';
const NO_PROOF = 'the inclusion proof does not lead from the event to the checkpoint';

/** The tree of RFC 6962 over leaves that come one after the other. */
class Tree {
  size = 0;
  peaks = [];
  add(leaf) {
    let hash = leaf;
    for (let rest = this.size++; rest % 2 === 1; rest = (rest - 1) / 2)
      hash = nodeHash(this.peaks.pop(), hash);
    this.peaks.push(hash);
  }
  root() {
    return this.peaks.reduceRight((right, left) => nodeHash(left, right));
  }
}

/** The root that follows from a leaf and its inclusion proof, which begins beside the leaf; no hash without. */
function rootOfProof(leaf, index, size, proof) {
  const other = proof.at(-1);
  if (size <= 1 || !other) return size === 1 && !other ? leaf : LEAF;
  let left = 1;
  while (left * 2 < size) left *= 2;
  const rest = proof.slice(0, -1);
  if (index < left) return nodeHash(rootOfProof(leaf, index, left, rest), other);
  return nodeHash(other, rootOfProof(leaf, index - left, size - left, rest));
}
const proves = (leaf, position, proof, { size, root }) =>
  proof.every(({ length }) => length === 32) &&
  rootOfProof(leaf, Number(position) - 1, size, proof).equals(root);

/** Reads `NAME+ID+KEY` of a log (algorithm 1) or of a witness (algorithm 4). */
export function readKey(text) {
  const [, name, id, encoded] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text.trim()) ?? [];
  const bytes = hashOf(encoded);
  const isKey = bytes.length === 33 && (bytes[0] === 1 || bytes[0] === 4);
  const own = sha(`${name}\n`, bytes).digest('hex').slice(0, 8);
  if (!isKey || own !== id) fail(`this is no key: ${text.trim()}`);
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes.subarray(1)]);
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  return { name, id, algorithm: bytes[0], key };
}

/** Reads a checkpoint (C2SP tlog-checkpoint in a signed note); its signatures are not checked yet. */
export function readNote(note) {
  const end = note.lastIndexOf('\n\n');
  const text = note.slice(0, end + 1);
  const [origin, size, root] = text.split('\n');
  const isOne = end > 0 && origin && /^\d{1,15}$/.test(size) && hashOf(root).length === 32;
  const lines = note.slice(end + 2).match(/.+/g) ?? [];
  const [, before, after] = /^(?:.+\n){3}key-before (\S+)\nkey-after (\S+)\n/.exec(text) ?? [];
  return { isOne, text, size: Number(size), root: hashOf(root), lines, before, after };
}

/** Whether a key (the log's, or a witness's: C2SP cosignature/v1) signed a note; undefined without its line. */
export function isSigned({ text, lines }, { name, id, algorithm, key }) {
  const all = lines.map((line) => /^\u2014 (\S+) (\S+)$/.exec(line));
  if (all.includes(null)) return false;
  const own = all.find(([, by, c]) => by === name && hashOf(c).toString('hex', 0, 4) === id);
  if (!own) return undefined;
  const signature = hashOf(own[2]).subarray(4);
  if (algorithm === 1) return verifySignature(null, Buffer.from(text), key, signature);
  if (signature.length !== 72) return false;
  const message = `cosignature/v1\ntime ${signature.readBigUInt64BE()}\n${text}`;
  return verifySignature(null, Buffer.from(message), key, signature.subarray(8));
}

/** The log's keys, one turned into the next by a note that both have signed, and up to which size each counts. */
function keysOf(notes, own) {
  const turns = notes.filter(({ before }) => before).map((note) => [note.text, note]);
  const links = [...new Map(turns).values()];
  if (!links.length) return own ? [{ ...own, upTo: Infinity }] : [];
  const afters = new Set(links.map(({ after }) => after));
  const isFork = new Set(links.map(({ before }) => before)).size + afters.size < links.length * 2;
  let next = isFork ? undefined : links.find(({ before }) => !afters.has(before));
  const keys = [];
  for (let last; next && next.size >= (last?.size ?? 0);) {
    const both = [next.before, next.after].map(readKey);
    if (!both.every((key) => isSigned(next, key))) fail('a turn of the key is not signed by both');
    keys.splice(-1, 1, { ...both[0], upTo: next.size }, { ...both[1], upTo: Infinity });
    [last, next] = [next, links.find(({ before }) => before === next.after)];
  }
  if (keys.length !== links.length + 1) fail('the keys of the log do not follow one another');
  const isOne = !own || keys.some(({ id, name }) => id === own.id && name === own.name);
  return isOne ? keys : fail(`${own.name}+${own.id} is none of the keys of the log`);
}
const isSignedByOne = (note, keys) =>
  keys.some((key) => note.size <= key.upTo && isSigned(note, key));

/** The lines so far. Of a whole log: order, versions, chain, tree; of a selection: the proof behind each event. */
class Events {
  tree = new Tree();
  head = Buffer.alloc(32);
  versions = new Map();
  add(line) {
    if (!this.selection) this.at = this.tree.size + 1;
    const event = JSON.parse(line) ?? {};
    if (event.selection) return this.begin(event);
    if (event.proof && this.selection) return this.prove(event.proof);
    if (event.position === undefined) return undefined;
    if (this.selection && this.leaf) fail('there is no proof of the event');
    if (this.selection) this.at = event.position > this.at ? Number(event.position) : fail(ORDER);
    if (!line.endsWith(`,"hash":"${event.hash}"}`)) fail('the hash does not fit the event');
    const bytes = `${line.slice(0, -75)}}`;
    this.leaf = sha(LEAF, bytes).digest();
    return this.selection ? undefined : this.follow(event, bytes);
  }
  begin({ checkpoint, successions = [] }) {
    if (this.leaf || this.selection) fail('a selection begins here');
    this.selection = { count: 0, ...readNote(String(checkpoint)) };
    if (!this.selection.isOne) fail(UNREAD);
    this.turns = successions.map((each) => readNote(String(each)));
    [this.at, this.proof] = [0, []];
  }
  follow(event, bytes) {
    if (event.position !== String(this.at)) fail('an event is missing here');
    this.head = sha('feusa-v1', this.head, bytes).digest();
    if (this.head.toString('hex') !== event.hash) fail('the hash does not fit the event');
    const version = (this.versions.get(event.stream) ?? 0) + 1;
    if (event.version !== version) fail(`version ${version} of ${event.stream} is missing here`);
    this.versions.set(event.stream, version);
    this.tree.add(this.leaf);
  }
  prove({ of, hashes, shared }) {
    if (of !== String(this.at) || !this.leaf) fail('the proof is of another event');
    this.proof = [...hashes.map(hashOf), ...this.proof.slice(this.proof.length - shared)];
    if (!proves(this.leaf, of, this.proof, this.selection)) fail(NO_PROOF);
    this.selection.count += 1;
    this.leaf = undefined;
  }
}

/**
 * Checks the lines of an export. `notes`: texts of checkpoints that it must fit, a selection those of its own
 * size; `key`: who must have signed them; `witnesses`: who must have signed one of them; `inclusion`: proofs of
 * events for the first one. Answers with `{ok: true, size, head, fits}`, or the first wrong position and why.
 */
export async function verifyEvents(lines, { notes = [], key, witnesses = [], inclusion = [] }) {
  const [events, checkpoints] = [new Events(), notes.map(readNote)];
  const leaves = new Map(inclusion.map(({ position }) => [position, LEAF]));
  for await (const line of lines) {
    const before = events.tree.size;
    try {
      if (line.trim() !== '') events.add(line);
    } catch (fault) {
      const reason = fault instanceof SyntaxError ? 'the line is not JSON' : fault.message;
      return bad(Math.max(1, events.at), reason);
    }
    const { size } = events.tree;
    if (size > before && leaves.has(`${size}`)) leaves.set(`${size}`, events.leaf);
    const reached = checkpoints.filter((each) => each.size === size && size > before);
    if (reached.some(({ root }) => !root.equals(events.tree.root()))) return bad(size, DIFFERS);
  }
  const { selection, tree, at } = events;
  const { size } = selection ?? tree;
  if (size === 0) return bad(1, 'there is no event');
  if (selection && events.leaf) return bad(at, 'there is no proof of the event');
  if (selection) checkpoints.unshift(selection, ...events.turns);
  const fits = checkpoints.filter((each) => !selection || each.size === size);
  if (selection && fits.some(({ root }) => !root.equals(selection.root))) return bad(size, DIFFERS);
  const most = Math.max(0, ...fits.map((each) => each.size));
  if (most > size) return bad(size + 1, `the log is shorter than the checkpoint of ${most} events`);
  if (checkpoints.some(({ isOne }) => !isOne)) return bad(size, UNREAD);
  let keys;
  try {
    keys = keysOf(checkpoints, key);
  } catch (fault) {
    return bad(size, fault.message);
  }
  if (key && checkpoints.some((note) => !isSignedByOne(note, keys)))
    return bad(size, `the checkpoint is not signed by ${key.name}`);
  const signs = (all) => all.includes(true) && !all.includes(false);
  const absent = witnesses.find((each) => !signs(checkpoints.map((note) => isSigned(note, each))));
  if (absent) return bad(size, `no checkpoint is signed by ${absent.name}`);
  const [newest = { size: 0, root: NODE }] = checkpoints;
  const wrong = inclusion.find(
    ({ position: at, proof }) => !proves(leaves.get(at), at, proof.map(hashOf), newest),
  );
  if (wrong) return bad(wrong.position, NO_PROOF);
  const found = { size: `${size}`, head: events.head.toString('hex'), selected: selection?.count };
  const turned = keys.slice(0, -1).map(({ upTo }) => upTo);
  return { ok: true, ...found, turned, fits: [...new Set(fits.map((each) => each.size))] };
}

/** Lines, which end with U+000A alone; what `seen` is told of the bytes on the way. */
export async function* linesOf(bytes, seen = { hash: sha(), size: 0 }) {
  // Put together once a line: pieces of an endless one must not be copied with each further piece.
  let begun = [];
  for await (const chunk of bytes) {
    seen.hash.update(chunk);
    seen.size += chunk.length;
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      yield Buffer.concat([...begun.splice(0), chunk.subarray(from, at)]).toString();
      from = at + 1;
    }
    begun.push(chunk.subarray(from));
  }
  yield Buffer.concat(begun).toString();
}

/** An unpacked bundle, or an export alone. `last`: that many bytes at the end are enough. */
const sourceAt = (place, isBundle = statSync(place).isDirectory()) => ({
  isBundle,
  bytes(name, last = Infinity) {
    const file = isBundle ? path.join(place, name) : place;
    if (!existsSync(file)) return [];
    const start = Math.max(0, statSync(file).size - last);
    return createReadStream(file, { start, highWaterMark: 1 << 20 });
  },
});

/** Checks a place, or what gives its bytes as `sourceAt` does. `checkpoints`: texts that were kept; others: keys. */
export async function verifyLog(place, { checkpoints = [], key, witnesses } = {}) {
  const { isBundle, bytes } = typeof place === 'string' ? sourceAt(place) : place;
  const read = async (name) => (isBundle ? (await buffer(bytes(name))).toString() : '');
  const proofs = json(await read('proofs.json'));
  const own = key || (await read('key'));
  const witnessed = witnesses ?? (await read('witnesses')).split('\n').filter(Boolean);
  const trust = {
    notes: [await read('checkpoint'), ...(proofs.earlier ?? []), ...checkpoints]
      .concat(proofs.successions ?? [])
      .filter(Boolean),
    key: own && readKey(own),
    witnesses: witnessed.map(readKey),
    inclusion: proofs.inclusion,
  };
  // An export alone says at its end what it is to be compared with.
  for await (const line of isBundle ? [] : linesOf(bytes(LOG, 65536)))
    if (line.startsWith('{"checkpoint":"')) {
      const { checkpoint, successions = [] } = json(line);
      trust.notes.unshift(String(checkpoint), ...successions.map(String));
    }
  const seen = { hash: sha(), size: 0 };
  const verdict = await verifyEvents(linesOf(bytes(LOG), seen), trust);
  const wrong = verdict.ok && isBundle && (await wrongPart(read, seen, verdict));
  return wrong ? bad(verdict.size, wrong) : verdict;
}

/** What the manifest says that is not so, if anything. */
async function wrongPart(read, { hash, size }, verdict) {
  const { parts = {}, events } = json(await read('manifest.json'));
  if (!parts[LOG]) return 'there is no manifest';
  if (String(events) !== verdict.size) return `the manifest speaks of ${events} events`;
  const of = (text) => ({ size: Buffer.byteLength(text), sha256: sha(text).digest('hex') });
  const log = { size, sha256: hash.digest('hex') };
  for (const [name, part] of Object.entries(parts)) {
    const found = name === LOG ? log : of(await read(name));
    if (found.size === part.size && found.sha256 === part.sha256) continue;
    return `${name} is not the one that the manifest speaks of`;
  }
}

/** What is said of a log that was found good. `key`: who must have signed, where somebody named one. */
export function* wordsOf({ selected, size: of, head, fits = [], turned = [] }, key) {
  if (selected === undefined) yield `The log is whole: ${of} events, head ${head}`;
  else yield `Each of the ${selected} events is in the log of ${of}, as its proof shows.`;
  if (selected !== undefined) yield 'Whether others belong here too, a selection cannot tell.';
  for (const size of fits) yield `It fits the checkpoint of ${size} events.`;
  for (const at of turned) yield `Its key was turned at ${at} events, by the word of both keys.`;
  if (!fits.length) yield 'There is no checkpoint: rewritten logs look the same.';
  if (!key) yield 'Nobody says whose key this is but the log itself: give yours with --key.';
}

const self = fileURLToPath(import.meta.url);
const USAGE = `node verify.mjs [FILE or DIRECTORY] [--key NAME+ID+KEY] [--checkpoint FILE] [--witness NAME+ID+KEY]
Checks an export, or an unpacked bundle: by default the one that this lies in. README.txt says more.`;

async function main() {
  const [one, many] = [{ type: 'string' }, { type: 'string', multiple: true }];
  const options = { checkpoint: many, key: one, witness: many, help: { type: 'boolean' } };
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  if (values.help) return console.log(USAGE);
  const { checkpoint = [], key, witness: witnesses } = values;
  const checkpoints = checkpoint.map((file) => readFileSync(file, 'utf8'));
  const place = positionals[0] ?? path.dirname(self);
  const verdict = await verifyLog(place, { checkpoints, key, witnesses });
  if (!verdict.ok) fail(`First mismatch at position ${verdict.position}: ${verdict.reason}`);
  for (const words of wordsOf(verdict, key)) console.log(words);
}

// A program that this was bundled into starts by itself.
const isAlone = path.basename(self) === 'verify.mjs';
if (isAlone && process.argv[1] && realpathSync(process.argv[1]) === self)
  main().catch((fault) => {
    console.error(fault.message);
    process.exitCode = 1;
  });
