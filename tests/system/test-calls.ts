import type { CommandName } from '@feusa/contracts/commands';
import type { Role } from '@feusa/contracts/users';
import { io, type Socket } from 'socket.io-client';

/** The administrator of every product in tests; the others have the same passwords. */
export const SIGN_IN = {
  email: 'ada@feusa.example',
  password: 'brisk walnut harvest',
  teamPassword: 'green tractor',
};

/** A cookie to send, or none for somebody who is signed out. */
export interface Person {
  readonly id: string;
  readonly cookie?: string;
}
export type Body = Record<string, unknown>;
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** `403 not-allowed`, or `200` where all is well. */
export const statusAndCode = ({ status, body }: Answer): string =>
  `${status} ${String(body['code'] ?? '')}`.trim();

export const SIGNED_OUT: Person = { id: '' };

/** Each of them lasts up to 2 s. */
const SETTLED_TRIES = 10;

const isReady = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array;
/** Text and bytes as they are, everything else as JSON. */
const sendable = (body: unknown) => (isReady(body) ? body : JSON.stringify(body));

/** What people do with a product that runs. */
export abstract class TestCalls {
  /** One of each role. */
  readonly people = {} as Record<Role, Person>;

  abstract get address(): string;
  /** The addresses of everybody who answers queries. */
  abstract get replicas(): readonly string[];

  async newPerson(role: Role, email: string): Promise<Person> {
    const { admin } = this.people;
    const body = { ...SIGN_IN, email };
    const { id } = (await this.done('register-user', body, admin)) as { id: string };
    if (role !== 'basic') await this.done('set-user-role', { userId: id, role }, admin);
    return this.signIn(email);
  }

  /** Signs in and steps up, so that whoever may do something can do it. */
  async signIn(email: string): Promise<Person> {
    const person = await this.signInOnly(email);
    await this.stepUp(person);
    return person;
  }

  async stepUp(as: Person): Promise<void> {
    const { password } = SIGN_IN;
    const { status } = await this.ask('POST', '/api/step-up', { as, body: { password } });
    if (status !== 204) throw new Error(`not stepped up: ${status}`);
  }

  async signInOnly(email: string): Promise<Person> {
    const body = { ...SIGN_IN, email };
    const answer = await this.ask('POST', '/api/session', { body });
    if (answer.status !== 201) throw new Error(`${email}: ${JSON.stringify(answer.body)}`);
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    return { id: (answer.body['user'] as { id: string }).id, cookie };
  }

  async ask(
    method: string,
    address: string,
    {
      as,
      body,
      headers = {},
    }: { as?: Person; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const response = await fetch(this.address + address, {
      method,
      redirect: 'manual',
      headers: {
        ...(as?.cookie && { cookie: as.cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: sendable(body) }),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json') && text !== '';
    const parsed = json && !text.includes('\n{') ? (JSON.parse(text) as Body) : { text };
    return { status: response.status, headers: response.headers, body: parsed };
  }

  get(address: string, as: Person = this.people.basic): Promise<Answer> {
    return this.ask('GET', address, { as });
  }

  /** Asks for what a busy product may not show yet, as the web does it: until it is no longer updating. */
  async read(address: string, as?: Person): Promise<Answer> {
    let answer = await this.get(address, as);
    for (let tries = 0; answer.status === 503 && tries < SETTLED_TRIES; tries++)
      answer = await this.get(address, as);
    return answer;
  }

  command(
    name: CommandName,
    body: unknown,
    as: Person = this.people.admin,
    key?: string,
  ): Promise<Answer> {
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    return this.ask('POST', `/api/commands/${name}`, { as, body, headers });
  }

  /** Uploads bytes whole, as the administrator unless another is named; answers with the upload's id. */
  async upload(
    bytes: Buffer,
    name: string,
    as: Person = this.people.admin,
    type = '',
  ): Promise<string> {
    const encoded = (text: string) => Buffer.from(text).toString('base64');
    const response = await fetch(`${this.address}/api/uploads`, {
      method: 'POST',
      headers: {
        cookie: as.cookie ?? '',
        'tus-resumable': '1.0.0',
        'content-type': 'application/offset+octet-stream',
        'upload-length': String(bytes.length),
        'upload-metadata': `filename ${encoded(name)},filetype ${encoded(type)}`,
      },
      body: new Uint8Array(bytes),
    });
    if (response.status !== 201) throw new Error(`${name}: ${response.status}`);
    return response.headers.get('location')!.slice('/api/uploads/'.length);
  }

  /** Sends a command that must be accepted, and waits until queries show it. */
  async done(name: CommandName, body: unknown, as?: Person): Promise<Body & { id: string }> {
    const answer = await this.command(name, body, as);
    if (answer.status !== 200) throw new Error(`${name}: ${JSON.stringify(answer.body)}`);
    await this.settled(String(answer.body['position']));
    return answer.body as Body & { id: string };
  }

  /** Waits until everybody who answers queries shows this position. */
  async settled(position: string): Promise<void> {
    const headers = { cookie: this.people.admin.cookie ?? '' };
    for (const replica of this.replicas) {
      // A replica waits 2 s and then says that it is still updating.
      const isThere = async () => {
        const answer = await fetch(`${replica}/api/errors?limit=1&after=${position}`, { headers });
        await answer.body?.cancel();
        return answer.status !== 503;
      };
      for (let tries = 0; tries < SETTLED_TRIES && !(await isThere()); tries++);
    }
  }

  connect(as: Person, options: Body = {}, at = this.address): Socket {
    return io(at, {
      forceNew: true,
      reconnection: false,
      transports: ['websocket'],
      ...(as.cookie && { extraHeaders: { cookie: as.cookie } }),
      ...options,
    });
  }
}

export const employee = {
  firstName: 'Łukasz',
  lastName: 'Kamiński',
  phoneNumber: '+1 (402) 555-0100',
  email: 'lukasz@feusa.example',
  role: 'Combine Technician',
  location: 'Kraków',
  department: 'Service',
  manager: 'Maria Lopez',
};
