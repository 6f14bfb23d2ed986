import {
  createHash,
  createSign,
  generateKeyPairSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** As much of RFC 8949 as an authenticator says. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(0x20, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(0x60, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(0x40, value.length), value]);
  const entries = [...value].flatMap(([key, each]) => [cbor(key), cbor(each)]);
  return Buffer.concat([head(0xa0, value.size), ...entries]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([major + length]);
  if (length < 256) return Buffer.from([major + 24, length]);
  return Buffer.from([major + 25, length >> 8, length & 255]);
}

/** Where and to what an authenticator answers. */
export interface Ceremony {
  /** The origin of the page. */
  readonly origin: string;
  readonly challenge: string;
  /** That of the page's host unless the page is wrong about it. */
  readonly party?: string;
}

interface ClientDataParts extends Ceremony {
  readonly type: 'webauthn.create' | 'webauthn.get';
}

const clientData = ({ type, challenge, origin }: ClientDataParts) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

const partyOf = ({ origin, party = new URL(origin).hostname }: Ceremony) => party;

/** User present and verified; `0x40` where a key comes with it. */
const FLAGS = 0x05;
const WITH_KEY = 0x40;

/** A passkey in software (ES256), which answers as a browser hands it on. */
export class Authenticator {
  readonly id = randomBytes(32);
  private readonly key: KeyObject;
  private readonly publicKey: KeyObject;

  /** `counter` is how often it was used; one that begins at undefined never counts. */
  constructor(public counter: number | undefined = 0) {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.key = pair.privateKey;
    this.publicKey = pair.publicKey;
  }

  /** Another one with the same key, as of now. */
  copied(): Authenticator {
    return Object.assign(Object.create(Authenticator.prototype) as Authenticator, this);
  }

  create(ceremony: Ceremony, attestation: ReadonlyMap<string, Cbor> = new Map()) {
    const object = new Map<string, Cbor>([
      ['fmt', attestation.size === 0 ? 'none' : 'packed'],
      ['attStmt', new Map(attestation)],
      ['authData', Buffer.concat([this.data(ceremony, FLAGS | WITH_KEY), this.newKey()])],
    ]);
    return {
      ...this.named(),
      response: {
        clientDataJSON: clientData({ ...ceremony, type: 'webauthn.create' }).toString('base64url'),
        attestationObject: cbor(object).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  get(ceremony: Ceremony) {
    if (this.counter !== undefined) this.counter += 1;
    const shown = clientData({ ...ceremony, type: 'webauthn.get' });
    const data = this.data(ceremony, FLAGS);
    const signed = createSign('sha256').update(Buffer.concat([data, sha256(shown)]));
    return {
      ...this.named(),
      response: {
        clientDataJSON: shown.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signed.sign(this.key).toString('base64url'),
      },
    };
  }

  private named() {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  }

  private data(ceremony: Ceremony, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter ?? 0);
    return Buffer.concat([sha256(partyOf(ceremony)), Buffer.from([flags]), counter]);
  }

  /** The attested credential data: no model, the id, and the public key as COSE has it. */
  private newKey(): Buffer {
    const { x = '', y = '' } = this.publicKey.export({ format: 'jwk' });
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const [kty, alg, crv] = [2, -7, 1];
    const key = new Map<number, Cbor>([
      ...([[1, kty]] as const),
      ...([[3, alg]] as const),
      ...([[-1, crv]] as const),
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    return Buffer.concat([Buffer.alloc(16), length, this.id, cbor(key)]);
  }
}
