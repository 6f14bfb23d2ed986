import { BlockList, isIP, SocketAddress } from 'node:net';

/** Whether an address is in one of some networks. */
export type Networks = (address: string) => boolean;

const named: Readonly<Record<string, readonly string[]>> = {
  none: [],
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * An address as it is compared and kept: without a port, brackets and a zone, IPv4 always as such.
 * Undefined for what is no address.
 */
export function plainAddress(text = ''): string | undefined {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '');
  const version = isIP(bare);
  if (version !== 6) return version === 4 ? bare : undefined;
  return new SocketAddress({ address: bare, family: 'ipv6' }).address.replace(
    /^::ffff:(?=[\d.]+$)/,
    '',
  );
}

/**
 * Reads addresses, networks (`10.1.0.0/16`) and names (`loopback`, `linklocal`, `uniquelocal`, `none`),
 * parted by commas; undefined where one of them is none of these.
 */
export function readNetworks(text: string): Networks | undefined {
  const list = new BlockList();
  const each = text.split(',').map((one) => one.trim());
  const networks = each.flatMap((one) => named[one] ?? [one]);
  if (!networks.every((network) => add(list, network))) return undefined;
  return (address) => list.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function add(list: BlockList, network: string): boolean {
  const [text = '', prefix, ...more] = network.split('/');
  const address = plainAddress(text);
  if (!address || more.length > 0) return false;
  const family = familyOf(address);
  const most = family === 'ipv4' ? 32 : 128;
  const bits = prefix === undefined ? most : Number(/^\d{1,3}$/.exec(prefix)?.[0] ?? NaN);
  if (!(bits <= most)) return false;
  list.addSubnet(address, bits, family);
  return true;
}

/** Whether the word of an address is believed that is so many hops away, 0 for who has connected. */
export type Trust = (address: string, hop: number) => boolean;

const isPrivate = readNetworks('loopback, uniquelocal')!;

/** What is in front is believed where it is one of the given proxies. */
export const trustGiven =
  (proxies: Networks = () => false): Trust =>
  (address) =>
    proxies(address);

/** As in a gateway: all proxies of a private network, unless others are given. */
export const trustIngress = (proxies: Networks = isPrivate): Trust => trustGiven(proxies);

/**
 * As behind a gateway, which is in a private network or is given: whatever it says, since it has looked at
 * every hop before it.
 */
export const trustGateway =
  (given: Networks = () => false): Trust =>
  (address, hop) =>
    hop > 0 || isPrivate(address) || given(address);

const isLoopback = readNetworks('loopback')!;

/** Whether a host of an address line, or an address, names the machine itself. */
export const isOwnMachine = (host: string): boolean => {
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  const address = plainAddress(host);
  return address !== undefined && isLoopback(address);
};

/** Who is counted as one: an address of IPv4, or all of the network of IPv6 that one customer gets (/64). */
export function customerOf(address: string): string {
  const plain = plainAddress(address);
  if (!plain || isIP(plain) !== 6) return plain ?? address;
  const [head = '', tail = ''] = plain.split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const zeros = plain.includes('::') ? 8 - front.length - back.length : 0;
  const groups = [...front, ...Array<string>(zeros).fill('0'), ...back];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
