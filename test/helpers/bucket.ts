import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

interface Stored {
  body: Buffer;
  type: string;
  at: Date;
}

async function bodyOf(request: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const listOf = (name: string, objects: Map<string, Stored>, prefix: string) => {
  const contents = [...objects]
    .filter(([key]) => key.startsWith(prefix))
    .map(
      ([key, { at, body }]) =>
        `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><Size>${body.length}</Size></Contents>`,
    );
  return `<?xml version="1.0"?><ListBucketResult><Name>${name}</Name><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`;
};

interface Upload {
  key: string;
  type: string;
  parts: Map<number, Buffer>;
}

const xml = (response: ServerResponse, text: string, headers = {}) =>
  response.writeHead(200, { 'Content-Type': 'application/xml', ...headers }).end(`<?xml version="1.0"?>${text}`);

/** Answers calls about uploads in parts. */
async function answerUpload(
  request: IncomingMessage,
  response: ServerResponse,
  at: { objects: Map<string, Stored>; uploads: Map<string, Upload>; key: string; searchParams: URLSearchParams },
) {
  const { objects, uploads, key, searchParams } = at;
  const id = searchParams.get('uploadId') ?? '';
  const upload = uploads.get(id);
  if (request.method === 'GET') {
    const begun = [...uploads].filter(([, { key: its }]) => its.startsWith(searchParams.get('prefix') ?? ''));
    const list = begun.map(([its, { key: of }]) => `<Upload><Key>${of}</Key><UploadId>${its}</UploadId></Upload>`);
    return xml(response, `<ListMultipartUploadsResult>${list.join('')}</ListMultipartUploadsResult>`);
  }
  if (request.method === 'POST' && searchParams.has('uploads')) {
    const made = randomUUID();
    uploads.set(made, { key, type: String(request.headers['content-type']), parts: new Map() });
    const result = `<Key>${key}</Key><UploadId>${made}</UploadId>`;
    return xml(response, `<InitiateMultipartUploadResult>${result}</InitiateMultipartUploadResult>`);
  }
  if (!upload) return response.writeHead(404).end();
  if (request.method === 'PUT') {
    upload.parts.set(Number(searchParams.get('partNumber')), await bodyOf(request));
    return response.writeHead(200, { ETag: '"part"' }).end();
  }
  uploads.delete(id);
  if (request.method === 'DELETE') return response.writeHead(204).end();
  await bodyOf(request);
  const parts = [...upload.parts].sort(([one], [other]) => one - other).map(([, part]) => part);
  objects.set(key, { body: Buffer.concat(parts), type: upload.type, at: new Date() });
  return xml(response, `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`);
}

/** A server with the part of S3 that reports need, for one bucket. It requires signatures without verifying them. */
export async function bucketForThisTest(name = 'reports-of-a-test') {
  const objects = new Map<string, Stored>();
  const uploads = new Map<string, Upload>();
  let away = false;

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bucket');
    const [, bucket, ...rest] = decodeURIComponent(pathname).split('/');
    const key = rest.join('/');
    const stored = objects.get(key);
    const signed = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256') || searchParams.has('X-Amz-Signature');
    if (away) return response.writeHead(503).end();
    if (!signed || bucket !== name) return response.writeHead(403).end();
    if (searchParams.has('uploads') || searchParams.has('uploadId'))
      return answerUpload(request, response, { objects, uploads, key, searchParams });
    if (request.method === 'PUT') {
      objects.set(key, { body: await bodyOf(request), type: String(request.headers['content-type']), at: new Date() });
      return response.writeHead(200, { ETag: '"etag"' }).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return response.writeHead(204).end();
    }
    if (searchParams.get('list-type') === '2')
      return response
        .writeHead(200, { 'Content-Type': 'application/xml' })
        .end(listOf(name, objects, searchParams.get('prefix') ?? ''));
    if (!stored) return response.writeHead(404).end();
    response.writeHead(200, {
      'Content-Type': searchParams.get('response-content-type') ?? stored.type,
      'Content-Disposition': searchParams.get('response-content-disposition') ?? 'inline',
      'Content-Length': stored.body.length,
      'Last-Modified': stored.at.toUTCString(),
      ETag: '"etag"',
    });
    return response.end(request.method === 'HEAD' ? undefined : stored.body);
  }

  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    objects,
    /** Uploads in parts that are neither complete nor given up. */
    uploads,
    variables: {
      S3_BUCKET: name,
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_ACCESS_KEY_ID: 'a-key',
      S3_SECRET_ACCESS_KEY: 'the secret of a test',
    },
    goesAway() {
      away = true;
    },
  };
}
