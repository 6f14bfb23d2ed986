import { expect, it } from '@jest/globals';
import { customerOf, isOwnMachine, plainAddress, readNetworks } from './networks.js';

it.each([
  ['1.2.3.4', '1.2.3.4'],
  [' 1.2.3.4:56 ', '1.2.3.4'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::ffff:102:304', '1.2.3.4'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[::1]', '::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['unknown', undefined],
  ['_hidden', undefined],
  ['1.2.3', undefined],
  ['', undefined],
  ['x'.repeat(10_000), undefined],
])('%j is the address %j', (text, address) => expect(plainAddress(text)).toBe(address));

it('tells who is in a network', () => {
  const has = readNetworks('loopback, 203.0.113.7,10.1.0.0/16 , 2001:db8::/32')!;
  const inside = ['127.0.0.1', '127.9.9.9', '::1', '203.0.113.7', '10.1.255.1', '2001:db8:1::1'];
  const outside = ['203.0.113.8', '10.2.0.1', '192.168.0.1', '2001:db9::1', 'no address', ''];
  expect(inside.filter((address) => !has(address))).toEqual([]);
  expect(outside.filter(has)).toEqual([]);
  expect(readNetworks('none')!('127.0.0.1')).toBe(false);
  expect(readNetworks('uniquelocal')!('fd00::1')).toBe(true);
});

it.each([
  '',
  'everybody',
  '10.0.0.0/33',
  '::/129',
  '10.0.0.0/-1',
  '10.0.0.0/8/8',
  'loopback,',
  '1.2',
])('%j names no networks', (text) => expect(readNetworks(text)).toBeUndefined());

it.each([
  ['1.2.3.4', '1.2.3.4'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001::5:6:7:8:9', '2001:0:0:5::/64'],
  ['no address', 'no address'],
])('%s is counted as %s', (address, counted) => expect(customerOf(address)).toBe(counted));

it('knows the names of the machine itself', () => {
  const own = ['localhost', 'a.localhost', '127.0.0.1', '127.1.2.3', '::1', '[::1]'];
  expect(own.filter((host) => !isOwnMachine(host))).toEqual([]);
  const others = ['localhost.example.com', '10.0.0.1', 'example.com', '', '127.0.0.1.example.com'];
  expect(others.filter(isOwnMachine)).toEqual([]);
});
