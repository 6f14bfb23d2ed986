import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { canonical } from './canonical.js';
import { independentText } from './test-independent.js';

const double = (hex: string) => Buffer.from(hex, 'hex').readDoubleBE();

describe('canonical JSON (RFC 8785)', () => {
  it('writes the example of section 3.2.2 to the byte', () => {
    const text = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`;
    const bytes =
      '7b226c69746572616c73223a5b6e756c6c2c747275652c66616c73655d2c226e756d62657273223a' +
      '5b3333333333333333332e333333333333332c31652b33302c342e352c302e3030322c31652d32375d' +
      '2c22737472696e67223a22e282ac245c75303030665c6e4127425c225c5c5c5c5c222f227d';
    expect(Buffer.from(canonical(JSON.parse(text))).toString('hex')).toBe(bytes);
  });

  it('sorts keys by UTF-16 units, as in section 3.2.3', () => {
    const value = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    expect(
      Object.values(JSON.parse(canonical(Object.entries(value))) as [string, string][]),
    ).toEqual(Object.entries(value));
    expect(canonical(value).match(/(?<=":")[^"]+/g)).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  it.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('writes the double %s of appendix B as %s', (hex, text) =>
    expect(canonical(double(hex))).toBe(text),
  );

  it.each([
    ['not a number', double('7fffffffffffffff')],
    ['infinity', double('7ff0000000000000')],
    ['infinity in an array', [1, [Infinity]]],
    ['a lone surrogate', { text: '\ud83d' }],
    ['a lone surrogate in a key', { '\udc00': 1 }],
    ['nothing at all', undefined],
    ['a function', { call: () => 1 }],
    ['a big integer', 1n],
  ])('refuses %s', (_what, value) => expect(() => canonical(value)).toThrow(TypeError));

  it('leaves out what is undefined and keeps what is null', () =>
    expect(canonical({ b: undefined, a: null, c: [null] })).toBe('{"a":null,"c":[null]}'));

  it('agrees with an independent writer and parses back to the same', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = canonical(value);
        expect(text).toBe(independentText(value));
        expect(canonical(JSON.parse(text))).toBe(text);
      }),
    );
  });
});
