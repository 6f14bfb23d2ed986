import { describe, expect, it } from '@jest/globals';
import { marksOf, matches, termsOf, type Segment } from './match.js';
import { person } from '../employees.fixture.js';

const lukasz = person('l', {
  firstName: 'Łukasz',
  lastName: 'O’Brien-Wiśniewski',
  email: 'l.wisniewski@company.example',
  phoneNumber: '(402) 555-0134',
  mobile: '+48 601 222 333',
  role: 'Parts Specialist',
});

const written = (segments: readonly Segment[]) =>
  segments
    .map(({ text, mark }) => (mark ? `${mark === 'hit' ? '[' : '{'}${text}]` : text))
    .join('');
const marked = (query: string, text: string) => written(marksOf(termsOf(query), lukasz).text(text));
const phone = (query: string, number: string) =>
  written(marksOf(termsOf(query), lukasz).phone(number));

describe('marks', () => {
  it.each([
    ['luk', 'Łukasz', '[Łuk]asz'],
    ['ŁUKASZ', 'Łukasz', '[Łukasz]'],
    ['wis', 'O’Brien-Wiśniewski', 'O’Brien-[Wiś]niewski'],
    ["o'brien", 'O’Brien-Wiśniewski', '[O’Brien]-Wiśniewski'],
    ['obrien', 'O’Brien-Wiśniewski', '[O’Brien]-Wiśniewski'],
    ['spec parts', 'Parts Specialist', '[Parts] [Spec]ialist'],
    ['l.wis', 'l.wisniewski@company.example', '[l.wis]niewski@company.example'],
    ['@comp', 'l.wisniewski@company.example', 'l.wisniewski[@comp]any.example'],
    ['asz', 'Łukasz', 'Łukasz'],
    ['', 'Łukasz', 'Łukasz'],
  ])('%j in %j', (query, text, expected) => expect(marked(query, text)).toBe(expected));

  it('shows a typing error as one', () => expect(marked('lukosz', 'Łukasz')).toBe('{Łukasz]'));
  it('shows no typing error where the word is there as written', () =>
    expect(marked('parts', 'Party')).toBe('Party'));
  it('forgives nothing in numbers', () => expect(marked('5550135', '5550134')).toBe('5550134'));

  it.each([
    ['555-01', '+1 (402) [555-01]34'],
    ['4025550134', '+1 ([402) 555-0134]'],
    ['(402) 555', '+1 ([402) 555]-0134'],
    ['13', '+1 (402) 555-0134'],
    ['1402', '+1 (402) 555-0134'],
  ])('%j in the phone', (query, expected) =>
    expect(phone(query, lukasz.phoneNumber)).toBe(expected),
  );
  it('marks a number with its own country', () =>
    expect(phone('8601', '+48 601 222 3334')).toBe('+4[8 (601]) 222-3334'));
  it('marks a number that stays as it was typed', () =>
    expect(phone('8601', '+48 601 222 333')).toBe('+4[8 601] 222 333'));
});

describe('the local search', () => {
  it.each(['luk wis', 'obrien parts', 'fargo', '601 222', 'l.wis', '0134 parts'])('%j finds', (q) =>
    expect(matches(termsOf(q), lukasz)).toBe(true),
  );
  it.each(['luk baker', 'asz', '0135', '34'])('%j does not', (q) =>
    expect(matches(termsOf(q), lukasz)).toBe(false),
  );
});
