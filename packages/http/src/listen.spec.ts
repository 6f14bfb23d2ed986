import { readConfig } from '@feusa/profiles/config';
import { expect, it } from '@jest/globals';
import { reachHints } from './listen.js';

const plain = /plain HTTP[^\n]*HOST=127\.0\.0\.1/;
const letters = /FEUSA_PUBLIC_URL/;

it.each([
  [{}, [plain]],
  [{ HOST: '::' }, [plain]],
  [{ HOST: '127.0.0.1' }, []],
  [{ HOST: 'localhost' }, []],
  [{ FEUSA_PUBLIC_URL: 'http://intranet.example.com' }, [plain]],
  [{ FEUSA_PUBLIC_URL: 'https://intranet.example.com' }, []],
  [{ HOST: '127.0.0.1', FEUSA_TRUSTED_PROXIES: 'loopback' }, [letters]],
  [{ FEUSA_PUBLIC_URL: 'https://intranet.example.com', FEUSA_TRUSTED_PROXIES: 'loopback' }, []],
])('says at the start what %j means, in a line', (settings, expected) => {
  expect(reachHints(readConfig(settings))).toEqual(
    expected.map((pattern) => expect.stringMatching(pattern) as unknown as string),
  );
});
