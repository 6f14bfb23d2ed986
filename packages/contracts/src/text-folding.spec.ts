import { expect, it } from '@jest/globals';
import { digits, fold, terms } from './text-folding.js';

it.each([
  ['Łukasz Żółć', 'lukasz zolc'],
  ['Øyvind Kjær Ðorð Þór', 'oyvind kjaer dord thor'],
  ['GROß STRAẞE', 'gross strasse'],
  ['İbrahim Işık', 'ibrahim isik'],
  ['Đặng Nguyễn', 'dang nguyen'],
  ['O’Brien Oʻahu D`Arcy', "o'brien o'ahu d'arcy"],
  ['Jean‑Luc', 'jean-luc'],
  ['Γιώργος', 'γιωργοσ'],
  ['ＡＢＣ', 'abc'],
])('folds %s to %s', (text, folded) => expect(fold(text)).toBe(folded));

it.each([
  ['Ann Lee', 'ann | lee'],
  ['ann, lee; ann', 'ann | lee'],
  ["O'Brien", "o'brien obrien < o brien"],
  ['"Al-Masri"?', 'al-masri almasri < al masri'],
  ['(402) 555-01 ann', '402) 555-01 40255501 < 402 555 01 | ann'],
  ['ann 402 lee 555', 'ann | 402 | lee | 555'],
  ['Ann.Lee@feusa.com', 'ann.lee@feusa.com'],
  ['@feusa.com', '@feusa.com'],
  ['ann@', 'ann'],
  ['* /.*/ - @ "', ''],
])('splits %s into %s', (text, expected) => {
  const shown = terms(text).map(({ forms, parts }) =>
    [...forms, ...(parts.length > 0 ? ['<', ...parts] : [])].join(' '),
  );
  expect(shown.join(' | ')).toBe(expected);
});

it('keeps the digits of a phone', () => expect(digits('+1 (402) 555-0134')).toBe('14025550134'));
