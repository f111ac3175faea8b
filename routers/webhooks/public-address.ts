import { lookup as resolveName } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** An address to which the portal sends nothing. */
export class RefusedAddress extends Error {}

const REFUSED_4 = [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24',
  '203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
];
// Of IPv6 only 2000::/3 is public, without protocol assignments, tunnels to IPv4 and documentation. Mapped addresses
// and NAT64 lie outside of it.
const PUBLIC_6 = '2000::/3';
const REFUSED_6 = '2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20';

function blocks(family: 'ipv4' | 'ipv6', ranges: string) {
  const list = new BlockList();
  for (const range of ranges.split(' ')) {
    const [network = '', prefix] = range.split('/');
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}

const refused4 = blocks('ipv4', REFUSED_4.join(' '));
const public6 = blocks('ipv6', PUBLIC_6);
const refused6 = blocks('ipv6', REFUSED_6);

/** Whether an IP address can be reached over the internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !refused4.check(address, 'ipv4');
  return family === 6 && public6.check(address, 'ipv6') && !refused6.check(address, 'ipv6');
}

/** The address that a URL names literally, in any of the forms that URLs allow. */
export function literalAddress({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) ? bare : undefined;
}

type Resolve = typeof resolveName;

/** A DNS look-up that returns public addresses only. The connection goes to the returned address. */
export const publicLookup =
  (resolve: Resolve = resolveName): LookupFunction =>
  (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '');
      const addresses = found.filter(({ address }) => isPublicAddress(address));
      const [first] = addresses;
      if (!first) return done(new RefusedAddress('The name leads to no public address.'), '');
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
  };
