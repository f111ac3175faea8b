import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { serveBench } from '../helper-process.ts';

// A mail server in a process of its own, which takes each mail and counts those with a PDF.

const PDF = 'application/pdf';
let mails = 0;

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    let tail = '';
    let isReport = false;
    stream.on('data', (chunk: Buffer) => {
      tail = tail.slice(-PDF.length) + chunk.toString('latin1');
      isReport ||= tail.includes(PDF);
    });
    stream.on('end', () => {
      if (isReport) mails += 1;
      done();
    });
  },
});
server.on('error', () => {});
server.listen(0, '127.0.0.1');
await once(server.server, 'listening');
serveBench({ url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` }, () => mails);
