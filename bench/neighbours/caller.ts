import { Agent, request } from 'node:http';

/** A request to the portal. */
export interface Ask {
  method?: 'GET' | 'POST' | 'PUT';
  path: string;
  headers?: Record<string, string>;
  /** JSON. */
  body?: string | Buffer;
}

export interface Answer {
  /** 0 without a complete answer. */
  status: number;
  /** Bytes of the body. */
  bytes: number;
  /** The sentence of an error. */
  error?: string | undefined;
}

/** An address of the documentation range 2001:db8::/32, in a network of its own. */
export const address = (n: number) => `2001:db8:${(n >> 16).toString(16)}:${(n & 0xffff).toString(16)}::1`;

/** The beginning of an error's body is kept, and no more of any answer. */
const KEPT = 1000;

const errorOf = (text: string) => /"(?:error|message)":"([^"]*)"/.exec(text)?.[1];

const bodyHeaders = (body: string | Buffer) => ({
  'content-type': 'application/json',
  'content-length': Buffer.byteLength(body),
});

/**
 * Opens kept-alive connections to the portal, from an address of this machine. Answers are read as they come and not
 * kept.
 */
export function openCaller(url: string, timeout: number, from = '127.0.0.1') {
  const agent = new Agent({ keepAlive: true });
  return {
    call: ({ method = 'GET', path, headers, body }: Ask) =>
      new Promise<Answer>((resolve) => {
        let bytes = 0;
        const nothing = () => resolve({ status: 0, bytes });
        const signal = AbortSignal.timeout(timeout);
        const sent = request(url + path, {
          agent,
          localAddress: from,
          method,
          signal,
          headers: { ...headers, ...(body === undefined ? {} : bodyHeaders(body)) },
        });
        sent.on('error', nothing).on('response', (answer) => {
          const { statusCode: status = 0 } = answer;
          let start = '';
          answer
            .on('data', (chunk: Buffer) => {
              bytes += chunk.length;
              if (status >= 400 && start.length < KEPT) start += chunk.toString();
            })
            .on('end', () => resolve({ status, bytes, error: errorOf(start) }))
            .on('error', nothing);
        });
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}
