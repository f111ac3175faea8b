import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import type { Site } from '../../server/mail/template.ts';

const SENT = new Set(['password', 'newPassword', 'currentPassword', 'token', 'tempToken', 'code']);
const ANSWERED = new Set(['token', 'tempToken', 'secret', 'backupCodes']);

/** The values of fields with a secret's name; a body of nested arrays has none. */
function* secretsIn(value: unknown, names: Set<string>, depth = 0): Generator<string> {
  if (typeof value !== 'object' || value === null || depth > 8) return;
  for (const [name, child] of Object.entries(value)) {
    if (names.has(name)) yield* [child].flat().filter((one) => typeof one === 'string');
    yield* secretsIn(child, names, depth + 1);
  }
}

function read(body: unknown): unknown {
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return body;
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
}

// Shorter values occur by chance; the six digits of a code must stand alone.
const TELLING = 10;
const appearsIn = (log: string) => (secret: string) =>
  /^\d{6}$/.test(secret) ? new RegExp(`(?<![\\w.-])${secret}(?![\\w.-])`).test(log) : log.includes(secret);

/**
 * Collects every secret that passes through a test portal: in request and response bodies, cookies and emails. The
 * returned function throws if the log contains one of them, and forgets both.
 */
export function watchSecrets(app: FastifyInstance, deps: Deps, lines: string[]) {
  const seen = new Set<string>();
  const note = (value: unknown, names = SENT) => {
    for (const secret of secretsIn(read(value), names)) seen.add(secret);
  };

  const inject = app.inject.bind(app) as (options: InjectOptions) => ReturnType<FastifyInstance['inject']>;
  app.inject = ((options: InjectOptions) => {
    note(options.payload ?? options.body);
    return inject(options);
  }) as typeof app.inject;
  app.server.prependListener('request', (request: IncomingMessage) => {
    const chunks: Buffer[] = [];
    const push = request.push.bind(request);
    request.push = (chunk: Buffer | null) => {
      if (chunk) chunks.push(chunk);
      else note(Buffer.concat(chunks).toString());
      return push(chunk);
    };
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    note(payload, ANSWERED);
    for (const [key] of String(payload).matchAll(/pk_[\w-]{43}|(?<=\/r\/)[\w-]{64}/g)) seen.add(key);
    for (const cookie of [reply.getHeader('set-cookie')].flat())
      seen.add(/^\w+=([^;]*)/.exec(String(cookie))?.[1] ?? '');
    done(null, payload);
  });
  const { queue } = deps.mail;
  deps.mail.queue = (tx, to, { write, ...template }) => {
    const link = (site: Site): Site['link'] => {
      return (label, page, token) => {
        note({ token });
        return site.link(label, page, token);
      };
    };
    return queue(tx, to, { ...template, write: (site, language) => write({ ...site, link: link(site) }, language) });
  };

  return () => {
    const telling = [...seen].filter((secret) => secret.length >= TELLING || /^\d{6}$/.test(secret));
    const told = telling.filter(appearsIn(lines.join('')));
    seen.clear();
    lines.length = 0;
    if (told.length > 0) throw new Error(`The log has secrets in it: ${told.join(', ')}`);
  };
}
