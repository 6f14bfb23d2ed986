#!/usr/bin/env node
// Checks the event log of an installation alone: with Node 20, no packages, no network and none of the
// product's own code. README.txt beside it says how it is used and what its answer is worth.
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const sha = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256'));
const [LEAF, NODE] = [Buffer.of(0), Buffer.of(1)];
const nodeHash = (left, right) => sha(NODE, left, right).digest();
const hashOf = (base64) => Buffer.from(base64 ?? '', 'base64');

/** What is wrong, in words. */
class Fault extends Error {}
const fail = (reason) => {
  throw new Fault(reason);
};
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

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
    if (this.size === 0) return sha().digest();
    return this.peaks.reduceRight((right, left) => nodeHash(left, right));
  }
}

/** The root that follows from a leaf and its inclusion proof, which begins beside the leaf. */
function rootOfProof(leaf, index, size, proof) {
  const other = proof.at(-1);
  if (size <= 1 || !other)
    return size === 1 && !other ? leaf : fail('the proof has a wrong length');
  let left = 1;
  while (left * 2 < size) left *= 2;
  const rest = proof.slice(0, -1);
  if (index < left) return nodeHash(rootOfProof(leaf, index, left, rest), other);
  return nodeHash(other, rootOfProof(leaf, index - left, size - left, rest));
}

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
  const signatures = note
    .slice(end + 2)
    .split('\n')
    .filter(Boolean)
    .map(readSignature);
  const isOne = end > 0 && origin && /^\d{1,15}$/.test(size) && hashOf(root).length === 32;
  if (!isOne) fail('the checkpoint cannot be read');
  return { text, size: Number(size), root: hashOf(root), signatures };
}

function readSignature(line) {
  const [, by, encoded] = /^\u2014 (\S+) (\S+)$/.exec(line) ?? fail('a signature cannot be read');
  const bytes = hashOf(encoded);
  return { by, id: bytes.subarray(0, 4).toString('hex'), signature: bytes.subarray(4) };
}

/** Whether a note is signed by a key: as the log signs, or as a witness does (C2SP cosignature/v1). */
export function isSigned({ text, signatures }, { name, id, algorithm, key }) {
  return signatures.some(({ by, id: of, signature }) => {
    if (by !== name || of !== id) return false;
    if (algorithm === 1) return verifySignature(null, Buffer.from(text), key, signature);
    if (signature.length !== 72) return false;
    const message = `cosignature/v1\ntime ${signature.readBigUInt64BE()}\n${text}`;
    return verifySignature(null, Buffer.from(message), key, signature.subarray(8));
  });
}

/** The events so far: their order, the versions of each stream, their chain and their tree. */
class Events {
  tree = new Tree();
  head = Buffer.alloc(32);
  versions = new Map();
  /** Takes a line of an export, byte by byte as it is; one without a position is no event. */
  add(line) {
    const [, start, hash] = /^(.*),"hash":"([0-9a-f]{64})"\}$/s.exec(line) ?? [];
    const bytes = hash ? `${start}}` : line;
    const event = parse(bytes) ?? fail('the line is not JSON');
    if (!hash && event.position === undefined) return event;
    if (event.position !== String(this.tree.size + 1)) fail('an event is missing here');
    this.head = sha('feusa-v1', this.head, bytes).digest();
    if (this.head.toString('hex') !== hash) fail('the hash does not fit the event');
    const version = (this.versions.get(event.stream) ?? 0) + 1;
    if (event.version !== version) fail(`version ${version} of ${event.stream} is missing here`);
    this.versions.set(event.stream, version);
    this.leaf = sha(LEAF, bytes).digest();
    this.tree.add(this.leaf);
    return undefined;
  }
}

/**
 * Checks the lines of an export. `notes`: texts of checkpoints that it must fit; `key`: who must have signed
 * them; `witnesses`: who must have signed one of them; `inclusion`: proofs of events for the first one.
 * Answers with `{ok: true, size, head, fits}`, or with the first position that is wrong and the reason.
 */
export async function verifyEvents(lines, { notes = [], key, witnesses = [], inclusion = [] }) {
  const [events, checkpoints] = [new Events(), notes.map(readNote)];
  const leaves = new Map(inclusion.map(({ position }) => [Number(position), undefined]));
  const bad = (position, reason) => ({ ok: false, position: String(position), reason });
  let [fits, carried] = [0, undefined];
  for await (const line of lines) {
    const before = events.tree.size;
    try {
      if (line !== '') carried = events.add(line) ?? carried;
    } catch (fault) {
      if (fault instanceof Fault) return bad(before + 1, fault.message);
      throw fault;
    }
    const { size } = events.tree;
    if (size > before && leaves.has(size)) leaves.set(size, events.leaf);
    const reached = checkpoints.filter((each) => each.size === size && size > before);
    if (reached.some(({ root }) => !root.equals(events.tree.root())))
      return bad(
        size,
        `the log differs from the checkpoint of ${size} events, it fits that of ${fits}`,
      );
    if (reached.length > 0) fits = size;
  }
  const { size } = events.tree;
  if (size === 0) return bad(1, 'there is no event');
  const most = Math.max(0, ...checkpoints.map((each) => each.size));
  if (most > size) return bad(size + 1, `the log is shorter than the checkpoint of ${most} events`);
  const [newest] = checkpoints;
  const strange = key && checkpoints.find((note) => !isSigned(note, key));
  if (strange) return bad(strange.size, `a checkpoint is not signed by ${key.name}`);
  const absent = witnesses.find((each) => !checkpoints.some((note) => isSigned(note, each)));
  if (absent) return bad(size, `no checkpoint is signed by ${absent.name}`);
  for (const { position, leafHash, proof } of inclusion) {
    const leaf = leaves.get(Number(position));
    if (!newest || !leaf?.equals(hashOf(leafHash)) || !proves(leaf, position, proof, newest))
      return bad(position, 'the inclusion proof does not lead from the event to the checkpoint');
  }
  const sizes = checkpoints.map((each) => each.size);
  return { ok: true, size: `${size}`, head: events.head.toString('hex'), fits: sizes, carried };
}

function proves(leaf, position, proof, { size, root }) {
  try {
    return rootOfProof(leaf, Number(position) - 1, size, proof.map(hashOf)).equals(root);
  } catch {
    return false;
  }
}

/** Lines of a file, which end with U+000A alone; what `seen` is told of its bytes on the way. */
async function* linesOf(file, seen = { hash: sha(), size: 0 }) {
  let rest = [];
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    seen.hash.update(chunk);
    seen.size += chunk.length;
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, at)]).toString();
      [rest, from] = [[], at + 1];
    }
    rest.push(chunk.subarray(from));
  }
  yield Buffer.concat(rest).toString();
}

/** Checks an unpacked bundle, or an export alone. `checkpoints`: texts that were kept; others: keys. */
export async function verifyLog(place, { checkpoints = [], key, witnesses } = {}) {
  const isBundle = statSync(place).isDirectory();
  const at = (name) => path.join(place, name);
  const read = (name) => (isBundle && existsSync(at(name)) ? readFileSync(at(name), 'utf8') : '');
  const proofs = parse(read('proofs.json') || '{}') ?? fail('proofs.json is not JSON');
  const signer = key || read('key');
  const trust = {
    notes: [read('checkpoint'), ...(proofs.earlier ?? []), ...checkpoints].filter(Boolean),
    key: signer && readKey(signer),
    witnesses: (witnesses ?? read('witnesses').split('\n').filter(Boolean)).map(readKey),
    inclusion: proofs.inclusion,
  };
  const seen = { hash: sha(), size: 0 };
  const file = isBundle ? at('events.ndjson') : place;
  const verdict = await verifyEvents(linesOf(file, seen), trust);
  if (verdict.ok && isBundle) checkManifest(read, seen, verdict);
  if (!verdict.ok || !verdict.carried?.checkpoint) return verdict;
  // An export alone says behind its events what they are to be compared with.
  const notes = [verdict.carried.checkpoint, ...trust.notes];
  return verifyEvents(linesOf(file), { ...trust, notes });
}

function checkManifest(read, { hash, size }, verdict) {
  const { parts = {}, events } = parse(read('manifest.json')) ?? fail('there is no manifest.json');
  if (String(events) !== verdict.size) fail(`the manifest speaks of ${events} events`);
  const of = (text) => ({ size: Buffer.byteLength(text), sha256: sha(text).digest('hex') });
  const log = { size, sha256: hash.digest('hex') };
  for (const [name, part] of Object.entries(parts)) {
    const found = name === 'events.ndjson' ? log : of(read(name));
    if (found.size === part.size && found.sha256 === part.sha256) continue;
    fail(`${name} is not the one that the manifest speaks of`);
  }
}

async function main() {
  const many = { type: 'string', multiple: true };
  const options = { checkpoint: many, key: { type: 'string' }, witness: many };
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const { checkpoint: files = [], key, witness: witnesses } = values;
  const place = positionals[0] ?? path.dirname(fileURLToPath(import.meta.url));
  const kept = files.map((file) => readFileSync(file, 'utf8'));
  const verdict = await verifyLog(place, { checkpoints: kept, key, witnesses });
  if (!verdict.ok) fail(`First mismatch at position ${verdict.position}: ${verdict.reason}`);
  console.log(`The log is whole: ${verdict.size} events, head ${verdict.head}`);
  for (const size of verdict.fits) console.log(`It fits the checkpoint of ${size} events.`);
  if (verdict.fits.length === 0)
    console.log('There is no checkpoint: rewritten logs look the same.');
  if (!key) console.log('Nobody says whose key this is but the log itself: give yours with --key.');
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  main().catch((fault) => {
    console.error(fault.message);
    process.exitCode = 1;
  });
