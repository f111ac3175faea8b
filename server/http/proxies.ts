import { BlockList, isIP } from 'node:net';

/** Whether an address is a trusted proxy: many callers share its connections. */
export function proxies(trusted: readonly string[]) {
  const known = new BlockList();
  const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
  for (const entry of trusted) {
    const [address = '', prefix] = entry.split('/');
    if (prefix) known.addSubnet(address, Number(prefix), family(address));
    else known.addAddress(address, family(address));
  }
  return (address: string) => known.check(address, family(address));
}
