/** What somebody reads who was handed a bundle. */
export const README = `The event log of an installation, with all that is needed to check it
=====================================================================

  events.ndjson   every event as it is stored, one a line, oldest first, with its hash
  checkpoint      how long the log was and the root of its Merkle tree, signed by the log
                  and, where it has witnesses, by them (C2SP tlog-checkpoint, tlog-cosignature)
  key             the key that the log signs with: NAME+ID+KEY
  witnesses       the keys of its witnesses, where it has any
  proofs.json     inclusion proofs (RFC 6962) of some events, checkpoints signed earlier, and where the key was
                  turned the notes that say so, each a checkpoint signed by the key before and the key after
  manifest.json   size and SHA-256 of each part, number of events, time
  verify.mjs      the check: one file of Node 20 or newer, no packages, no network

Unpack it and run

  node verify.mjs
  node verify.mjs --key NAME+ID+KEY --checkpoint FILE --witness NAME+ID+KEY

It hashes every event anew and checks positions, the versions of each stream, the chain of hashes, the
tree, every checkpoint and signature, the proofs and the manifest. It prints the first position that is
wrong and ends with exit code 1, or says that the log is whole.

What that is worth depends on what did not come with the bundle:

- --key: the log's key as you got it from somebody you trust. Without it anybody can have signed.
  Any key of the log will do, the newest that you know is best: who had the key before can have signed another
  log up to where it was turned, or turned it to a key of theirs.
- --checkpoint: a checkpoint that you, a witness or a colleague kept from an earlier day. A log that was
  written anew, with its tree and signatures, by whoever has the database and the key, is found only so.
- --witness: the key of a witness, as it tells it. One of the checkpoints must
  bear its signature; what came after that one it has not seen.
- verify.mjs itself: take it from a bundle or a release that you trust, or read it; it is short.

A selection of the log, as the log page exports it, is one file: node verify.mjs FILE. Each of its events has
a proof behind it and is checked alone. Whether events were left out cannot be found from a selection.

By hand: the hash of event n is SHA-256 over the ASCII bytes feusa-v1, the 32 bytes of the hash before
(zeros before the first), and the bytes of the line without its last member "hash". The leaf of the tree
is SHA-256 over a zero byte and those same bytes.

Personal fields may stand there encrypted. The check is over the bytes as they are stored.
`;
