import { once } from 'node:events';
import DNS from 'dns2';

const { Packet } = DNS;

/** A small DNS server that knows TXT records alone. `silent`: it says that it cannot answer. */
export async function startDns() {
  const records = new Map<string, string[]>();
  const state = { silent: false };
  const server = DNS.createServer({
    udp: true,
    handle(request, send) {
      const answer = Packet.createResponseFromRequest(request);
      const [question] = request.questions;
      const name = question?.name.toLowerCase() ?? '';
      const known = records.get(name) ?? [];
      for (const data of known)
        answer.answers.push(new Packet.Resource({ name, type: Packet.TYPE.TXT, class: Packet.CLASS.IN, ttl: 0, data }));
      if (state.silent) answer.header.rcode = Packet.RCODE.SERVFAIL;
      else if (known.length === 0) answer.header.rcode = Packet.RCODE.NXDOMAIN;
      send(answer);
    },
  });
  const dns = {
    state,
    records,
    /** For DNS_SERVER. */
    address: '',
    /** Writes the record that proves a domain. */
    prove: ({ txtName, txtValue }: { txtName: string; txtValue: string }) =>
      void records.set(txtName, [...(records.get(txtName) ?? []), txtValue]),
    close: () => server.close(),
  };
  const listening = once(server, 'listening');
  await server.listen({ udp: { port: 0, address: '127.0.0.1' } });
  await listening;
  dns.address = `127.0.0.1:${server.addresses().udp?.port}`;
  return dns;
}
