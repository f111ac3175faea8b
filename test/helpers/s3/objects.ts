import type { IncomingMessage, ServerResponse } from 'node:http';
import { element, sendXml } from './answers.ts';
import { md5 } from './body.ts';
import { S3Refusal } from './signature.ts';

export interface Stored {
  body: Buffer;
  type: string;
  at: Date;
}

const LONGEST_KEY = 1024;
const PAGE = 1000;

const etagOf = (body: Buffer) => `"${md5(body).digest('hex')}"`;

/** Answers a page of the names that start with a prefix, in the order of their bytes. */
function list(response: ServerResponse, name: string, objects: Map<string, Stored>, query: URLSearchParams) {
  const [prefix, after] = [query.get('prefix') ?? '', query.get('continuation-token') ?? query.get('start-after')];
  const size = Math.min(PAGE, Number(query.get('max-keys') ?? PAGE));
  const found = [...objects]
    .filter(([key]) => key.startsWith(prefix) && (!after || Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0))
    .sort(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  const page = found.slice(0, size);
  const more = found.length > page.length;
  const contents = page.map(
    ([key, { at, body }]) =>
      `<Contents>${element('Key', key)}${element('LastModified', at.toISOString())}${element('ETag', etagOf(body))}${element('Size', body.length)}</Contents>`,
  );
  const next = more ? element('NextContinuationToken', page.at(-1)?.[0] ?? '') : '';
  const head = element('Name', name) + element('Prefix', prefix) + element('KeyCount', page.length);
  sendXml(response, 'ListBucketResult', `${head}${element('IsTruncated', String(more))}${next}${contents.join('')}`);
}

/** Answers a call about the objects of a bucket. @throws S3Refusal */
export function answerObject(
  request: IncomingMessage,
  response: ServerResponse,
  at: { name: string; objects: Map<string, Stored>; key: string; query: URLSearchParams; body: Buffer },
) {
  const { name, objects, key, query, body } = at;
  if (key === '' && request.method === 'GET' && query.get('list-type') === '2')
    return list(response, name, objects, query);
  if (key === '') throw new S3Refusal(405, 'MethodNotAllowed');
  if (Buffer.byteLength(key) > LONGEST_KEY) throw new S3Refusal(400, 'KeyTooLongError');
  if (request.method === 'PUT') {
    objects.set(key, { body, type: String(request.headers['content-type']), at: new Date() });
    return response.writeHead(200, { ETag: etagOf(body) }).end();
  }
  if (request.method === 'DELETE') {
    objects.delete(key);
    return response.writeHead(204).end();
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') throw new S3Refusal(405, 'MethodNotAllowed');
  const stored = objects.get(key);
  if (!stored) throw new S3Refusal(404, 'NoSuchKey');
  response.writeHead(200, {
    'Content-Type': query.get('response-content-type') ?? stored.type,
    ...(query.has('response-content-disposition') && {
      'Content-Disposition': query.get('response-content-disposition') ?? '',
    }),
    'Content-Length': stored.body.length,
    'Last-Modified': stored.at.toUTCString(),
    ETag: etagOf(stored.body),
  });
  return response.end(request.method === 'HEAD' ? undefined : stored.body);
}
