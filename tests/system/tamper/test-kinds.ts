import { forgetTree, rewrite } from '@feusa/transparency/test-transparency';

/** Choices that are the same for the same seed (mulberry32). */
export class Choices {
  constructor(private state: number) {}

  /** A whole number from `least` to `most`. */
  from(least: number, most: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    const unit = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    return least + Math.floor(unit * (most - least + 1));
  }

  of<T>(all: readonly T[]): T {
    return all[this.from(0, all.length - 1)]!;
  }
}

type Statement = readonly [text: string, ...values: unknown[]];

/** What a superuser does to a log, and where that must be found. */
export interface Tamper {
  readonly what: string;
  readonly statements: readonly Statement[];
  /** The first position that is wrong; undefined where only a kept checkpoint tells that it is one. */
  readonly position: number | undefined;
}

/** A log of so many events, `bytes` as they are stored, the first one at index 0. */
export interface Target {
  readonly size: number;
  readonly bytes: readonly string[];
}

type Kind = (log: Target, choices: Choices) => Tamper;

const OTHER = [...'aZ09 _"{}\\,:é😀\u2028\n\u00a0'];

/** One character more, less or other. Its hash stays, or is made to fit to the event before. */
const edit: Kind = ({ size, bytes }, choices) => {
  const position = choices.from(1, size);
  const characters = [...bytes[position - 1]!];
  const at = choices.from(0, characters.length - 1);
  const other = choices.of(OTHER.filter((each) => each !== characters[at]));
  const changed = choices.of([
    characters.with(at, other),
    characters.toSpliced(at, 0, other),
    characters.toSpliced(at, 1),
  ]);
  return {
    what: `edit ${position}: character ${at}`,
    statements: [
      ['update log.events set bytes = $2 where position = $1', position, changed.join('')],
    ],
    position,
  };
};

/** A value that keeps its shape, with the event's own hash made to fit; what follows does not know. */
const editWithHash: Kind = ({ size }, choices) => {
  const position = choices.from(1, size - 1);
  return {
    what: `edit ${position} with its hash`,
    statements: [
      [
        `update log.events set bytes = replace(bytes, '"name":"', '"name":"X') where position = $1`,
        position,
      ],
      [
        `update log.events e set hash = sha256('feusa-v1'::bytea ||
           coalesce((select hash from log.events where position = $1 - 1), decode(repeat('00', 32), 'hex')) ||
           convert_to(e.bytes, 'UTF8')) where position = $1`,
        position,
      ],
    ],
    position: position + 1,
  };
};

const remove: Kind = ({ size }, choices) => {
  const position = choices.from(1, size - 1);
  return {
    what: `delete ${position}`,
    statements: [['delete from log.events where position = $1', position]],
    position,
  };
};

/** Also with what follows moved up, so that no position is missing. */
const removeAndClose: Kind = ({ size }, choices) => {
  const position = choices.from(1, size - 1);
  return {
    what: `delete ${position} and move up`,
    statements: [
      ['delete from log.events where position = $1', position],
      ['update log.events set position = position + 1000 where position > $1', position],
      ['update log.events set position = position - 1001 where position > 1000'],
      ['update log.head set position = position - 1'],
    ],
    position,
  };
};

const swap: Kind = ({ size }, choices) => {
  const [one, other] = [choices.from(1, size - 1), choices.from(1, size)];
  const second = one === other ? one + 1 : other;
  return {
    what: `swap ${one} and ${second}`,
    statements: [
      [
        `update log.events e set bytes = f.bytes, hash = f.hash from log.events f
         where e.position in ($1, $2) and f.position in ($1, $2) and e.position <> f.position`,
        one,
        second,
      ],
    ],
    position: Math.min(one, second),
  };
};

const truncate: Kind = ({ size }, choices) => {
  const left = choices.from(1, size - 1);
  return {
    what: `truncate to ${left}`,
    statements: [
      ['delete from log.events where position > $1', left],
      [
        'update log.head h set position = $1, hash = e.hash from log.events e where e.position = $1',
        left,
      ],
    ],
    position: left + 1,
  };
};

/** An event that was never decided, with what follows moved down. */
const insert: Kind = ({ size }, choices) => {
  const position = choices.from(1, size);
  return {
    what: `insert at ${position}`,
    statements: [
      ['update log.events set position = position + 1001 where position >= $1::bigint', position],
      ['update log.events set position = position - 1000 where position > 1000'],
      [
        `insert into log.events select $1::bigint, stream || 'x', version, type, actor, at,
           replace(bytes, '"position":"' || ($1::bigint + 1) || '"', '"position":"' || $1::bigint || '"'), hash
         from log.events where position = $1::bigint + 1`,
        position,
      ],
      ['update log.head set position = position + 1'],
    ],
    // What was the first one there is still what it was, but for its place.
    position: position + 1,
  };
};

/** Everything from a position on: events, chain, head, tree and what was signed, but not the key. */
const rewriteAll: Kind = ({ size }, choices) => {
  const position = choices.from(1, size);
  return {
    what: `rewrite from ${position}`,
    statements: [...rewrite(position), ...forgetTree, ['delete from transparency.checkpoints']],
    position: undefined,
  };
};

const KINDS = [
  edit,
  edit,
  editWithHash,
  remove,
  removeAndClose,
  swap,
  truncate,
  insert,
  rewriteAll,
];

export const tamperOf = (log: Target, choices: Choices): Tamper => choices.of(KINDS)(log, choices);
