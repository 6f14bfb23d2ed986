/** The same made-up company on every machine. */
import type { EmployeeRecord } from '@feusa/contracts/employees';

type Random = () => number;

/** mulberry32: the same numbers in [0, 1) for the same seed. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const pick = (random: Random, list: readonly string[]): string =>
  list[Math.floor(random() * list.length)] ?? '';
const words = (text: string) => text.trim().split(/\s+/);

const FIRST = words(`José María Siobhán Łukasz Zoë François Jürgen Åsa Øyvind Renée Chloé Noël Agnès
  Björn Sören Günther Małgorzata Paweł Željko Dušan Šárka Jiří Tomáš Zdeněk Çağla Gülşen Ömer Ştefan
  Ioana Iñigo Begoña Ángel Óscar Thuý Hương Minh Xiuying Haruto Yuki Sakura Kenji Priya Rahul Ananya
  Deepika Mohammed Fatima Aisha Yusuf Kwame Chinedu Ngozi Thabo Amina Olga Dmitri Svetlana Natalia
  Eleni Giorgos Giulia Matteo Francesca Lorenzo Emma Olivia Noah Charlotte William Amelia James Sophia
  Benjamin Isabella Lucas Henry Harper Alexander Evelyn Michael Abigail Daniel Emily Jacob Elizabeth
  Jackson Avery Sebastian Scarlett Grace Victoria Samuel Riley Matthew Joseph Aubrey David Penelope
  Wyatt Carter Julian Hazel Grayson Violet Aurora Savannah Theodore Audrey Brooklyn Anthony Claire
  Lincoln Christopher Caroline Andrew Thomas Genesis Joshua Kennedy Hudson Samantha Charles Caleb
  Willow Isaiah Naomi Nathan Adrian Elena Christian Sarah Colton Allison Gabriella Aaron Alice Cora
  Jonathan Hunter Autumn Connor Santiago Hailey Jeremiah Valentina Roman Easton Robert Nicholas Lydia
  Cooper Alexa Josephine Carson Delilah Dominic Vivian Austin Aoife Niamh Caoimhe Pádraig Gwenllian`);

const LAST = words(`García Hernández Muñoz Núñez Peña Ibáñez González Rodríguez Fernández Martínez
  Sánchez Pérez Gómez Álvarez Jiménez Moreno Castañeda Zúñiga Ó'Brien O'Sullivan MacGowan Kowalski
  Wiśniewski Wójcik Kamiński Dąbrowski Szymański Woźniak Kozłowski Łuczak Żuraw Novák Svoboda Dvořák
  Černý Procházka Kučera Müller Schröder Schäfer Köhler Jäger Größmann Lefèvre Béranger Bélanger
  Åkesson Öberg Lindström Bergström Sørensen Jørgensen Østergaard Ødegård Hansen Nielsen Virtanen
  Mäkinen Hämäläinen Yılmaz Şahin Öztürk Güneş Popescu Ionescu Stănescu Kovačević Petrović Đorđević
  Kovács Szabó Horváth Nguyễn Hoàng Tanaka Suzuki Takahashi Watanabe Yamamoto Nakamura Kobayashi Singh
  Patel Sharma Kumar Gupta Mukherjee Banerjee Hussain Al-Farsi Haddad Okafor Okonkwo Adeyemi Mensah
  Boateng Dlamini Ndlovu Mwangi Ivanov Petrov Smirnov Kuznetsov Papadopoulos Rossi Ferrari Esposito
  Bianchi Romano Colombo Smith Johnson Williams Brown Jones Miller Davis Wilson Anderson Taylor Moore
  Thompson White Harris Clark Lewis Robinson Walker Young Allen Wright Scott Green Adams Baker Nelson
  Mitchell Roberts Turner Phillips Campbell Parker Evans Edwards Collins Stewart Morris Rogers Morgan
  Murphy Bailey Richardson Howard Peterson Watson Brooks Sanders Bennett Barnes Henderson Coleman
  Jenkins Powell Patterson Hughes Washington Butler Simmons Foster Bryant Russell Griffin Hamilton
  Graham Wallace Jordan Reynolds Fisher Harrison Gibson McDonald Marshall Freeman Simpson Stevens`);

const ROLES = [
  'Service Technician',
  'Parts Specialist',
  'Sales Consultant',
  'Branch Manager',
].concat(
  ['Accountant', 'Payroll Clerk', 'Warehouse Associate', 'Delivery Driver', 'Safety Officer'],
  ['Shop Foreman', 'Combine Technician', 'Field Support Engineer', 'Regional Director'],
);
const DEPARTMENTS = words(
  'Sales Service Parts Accounting Marketing Warehouse Logistics Rentals Safety',
);
const LOCATIONS = words('Moline Zürich Kraków Fargo Ames Lincoln Saskatoon Córdoba Malmö Wichita');

const LETTERS: Readonly<Record<string, string>> = {
  ...{ ł: 'l', Ł: 'L', ø: 'o', Ø: 'O', đ: 'd', Đ: 'D', ß: 'ss', æ: 'ae', ı: 'i' },
};
/** As somebody writes it whose keyboard has no accents. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łŁøØđĐßæı]/g, (letter) => LETTERS[letter] ?? letter);

/** People with all the fields of the form. */
export function people(count: number): EmployeeRecord[] {
  const random = randomFrom(20_240_531);
  const digits = (n: number) => Array.from({ length: n }, () => Math.floor(random() * 10)).join('');
  const phone = () => `${2 + Math.floor(random() * 8)}${digits(9)}`;
  return Array.from({ length: count }, (_, index) => {
    const [firstName, lastName] = [pick(random, FIRST), pick(random, LAST)];
    const address = `${plain(firstName)}.${plain(lastName)}.${index}`.toLowerCase();
    return {
      firstName,
      lastName,
      phoneNumber: phone(),
      ...(random() < 0.6 && { mobile: phone() }),
      email: `${address.replace(/[^a-z0-9.-]/g, '')}@example.com`,
      role: pick(random, ROLES),
      location: pick(random, LOCATIONS),
      department: pick(random, DEPARTMENTS),
      manager: `${pick(random, FIRST)} ${pick(random, LAST)}`,
    };
  });
}

export interface Change {
  readonly person: number;
  readonly version: number;
  readonly record: EmployeeRecord;
}

/** One person in ten events: each is added once and changed nine times, round after round. */
export function* history(events: number): Generator<Change> {
  const all = people(Math.ceil(events / 10));
  for (let version = 1; version <= 10; version++) {
    for (const [person, record] of all.entries()) {
      if ((version - 1) * all.length + person >= events) return;
      yield { person, version, record: { ...record, role: `${record.role} ${version}` } };
    }
  }
}

/** A search and whom it means: a full name, or everybody with a name that begins so. */
export interface Query {
  readonly text: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly start?: string;
}

export interface Queries {
  readonly exact: readonly Query[];
  readonly prefix: readonly Query[];
  readonly typo: readonly Query[];
  readonly plain: readonly Query[];
}

/** `count` searches of each kind. */
export function queries(all: readonly EmployeeRecord[], count: number): Queries {
  const random = randomFrom(77);
  const long = all.filter(({ firstName, lastName }) => firstName.length > 3 && lastName.length > 4);
  const accented = long.filter(({ lastName }) => plain(lastName) !== lastName);
  const some = (list: readonly EmployeeRecord[]) => list[Math.floor(random() * list.length)]!;
  const make = <T>(one: () => T) => Array.from({ length: count }, one);
  const named = ({ firstName, lastName }: EmployeeRecord, text: string): Query => ({
    text,
    firstName,
    lastName,
  });
  return {
    exact: make(() => {
      const person = some(long);
      return named(person, `${person.firstName} ${person.lastName}`);
    }),
    prefix: make(() => {
      const start = some(long).lastName.slice(0, 3 + Math.floor(random() * 2));
      return { text: start, start };
    }),
    typo: make(() => {
      const person = some(long);
      const { firstName, lastName } = person;
      const inFirst = random() < 0.5;
      const first = inFirst ? misspelt(firstName, random) : firstName;
      return named(person, `${first} ${inFirst ? lastName : misspelt(lastName, random)}`);
    }),
    plain: make(() => {
      const person = some(accented);
      return named(person, plain(`${person.firstName} ${person.lastName}`));
    }),
  };
}

/** One letter wrong, missing, too many or swapped with the next, never the first. */
function misspelt(word: string, random: Random): string {
  const letters = [...word];
  const at = 1 + Math.floor(random() * (letters.length - 1));
  const other = pick(random, [...'abcdefghijklmnopqrstuvwxyz']);
  const kind = Math.floor(random() * 4);
  if (kind === 0) letters[at] = other;
  else if (kind === 1) letters.splice(at, 0, other);
  else if (kind === 2 || at + 1 === letters.length) letters.splice(at, 1);
  else [letters[at], letters[at + 1]] = [letters[at + 1]!, letters[at]!];
  const wrong = letters.join('');
  return wrong === word ? misspelt(word, random) : wrong;
}

/** Bytes that nothing can compress, the same ones for the same seed. */
export function noise(size: number, seed: number): Buffer {
  const numbers = new Uint32Array(Math.ceil(size / 4));
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  for (let index = 0; index < numbers.length; index++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    numbers[index] = state >>> 0;
  }
  return Buffer.from(numbers.buffer, 0, size);
}
