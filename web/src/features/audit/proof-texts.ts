import { counted } from '../../shared/format.js';

/** What is said of proofs. */
export const proofTexts = {
  noProof: 'The server gives no proof of this event',
  checkingTheProof: 'Checking the proof…',
  notProved: 'Not proved: this event may have been changed',
  notProvedAdvice: (reason: string) =>
    `${reason} Note the position and tell an auditor outside the company.`,
  cannotCheckProof: 'This browser cannot check the proof here',
  notSecure: 'The address is not secure (https). The server still can, with Verify the log.',
  events: (size: number) => counted(size, 'event'),
  proved: (log: string, origin: string) => `Proved: part of the log of ${log} signed by ${origin}`,
  provedUnsigned: (log: string) => `Part of a log of ${log}; its signature was not checked`,
  provedHow:
    'This browser has hashed the event’s exact bytes, followed the proof to the root and checked the signature itself.',
  hashedOnly:
    'This browser has hashed the event itself, but has no Ed25519 to check signatures with.',
  inclusionProof: (count: number) =>
    `Inclusion proof: ${counted(count, 'hash', 'hashes')} to the root`,
  leaf: 'Leaf',
  auditPath: 'Audit path',
  root: 'Root',
  signedCheckpoint: 'Signed checkpoint',
  key: 'Key',
  proof: 'Proof',
  wrongUnreadable: 'The proof cannot be read.',
  wrongBytes: 'The bytes are those of another event.',
  wrongLeaf: 'The event is not the one in the tree.',
  wrongRoot: 'The proof does not lead to the signed checkpoint.',
  wrongSignature: 'The checkpoint is not signed by the key of this log.',
  cannotCheckLog:
    'This browser cannot check the log here: the address is not secure (https). The server still can, with Verify the log.',
};
