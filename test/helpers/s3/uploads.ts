import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { element, sendXml } from './answers.ts';
import { md5 } from './body.ts';
import type { Stored } from './objects.ts';
import { S3Refusal } from './signature.ts';

const SMALLEST_PART = 5 * 1024 * 1024;
const MOST_PARTS = 10_000;

interface Upload {
  key: string;
  type: string;
  parts: Map<number, { body: Buffer; etag: string }>;
}

/** The parts that a completion lists, in their order. @throws S3Refusal for other parts than were uploaded */
function listedParts({ parts }: Upload, xml: string) {
  const listed = [...xml.matchAll(/<Part>([\s\S]*?)<\/Part>/g)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: /<ETag>(.*?)</.exec(part)?.[1]?.replaceAll('&quot;', '"'),
  }));
  if (listed.length === 0) throw new S3Refusal(400, 'MalformedXML');
  if (listed.some(({ number }, place) => number <= (listed[place - 1]?.number ?? 0)))
    throw new S3Refusal(400, 'InvalidPartOrder');
  return listed.map(({ number, etag }, place) => {
    const part = parts.get(number);
    if (!part || part.etag !== etag) throw new S3Refusal(400, 'InvalidPart');
    if (place < listed.length - 1 && part.body.length < SMALLEST_PART) throw new S3Refusal(400, 'EntityTooSmall');
    return part.body;
  });
}

/** The uploads in parts of a bucket. */
export function uploadsInto(objects: Map<string, Stored>) {
  const uploads = new Map<string, Upload>();

  function list(response: ServerResponse, prefix: string) {
    const begun = [...uploads].filter(([, { key }]) => key.startsWith(prefix));
    const rows = begun.map(([id, { key }]) => `<Upload>${element('Key', key)}${element('UploadId', id)}</Upload>`);
    sendXml(response, 'ListMultipartUploadsResult', rows.join(''));
  }

  function begin(request: IncomingMessage, response: ServerResponse, key: string) {
    const id = randomUUID();
    uploads.set(id, { key, type: String(request.headers['content-type']), parts: new Map() });
    sendXml(response, 'InitiateMultipartUploadResult', element('Key', key) + element('UploadId', id));
  }

  function store(response: ServerResponse, upload: Upload, number: number, body: Buffer) {
    if (!Number.isInteger(number) || number < 1 || number > MOST_PARTS) throw new S3Refusal(400, 'InvalidArgument');
    const etag = `"${md5(body).digest('hex')}"`;
    upload.parts.set(number, { body, etag });
    response.writeHead(200, { ETag: etag }).end();
  }

  return {
    uploads,
    /** Answers a call about an upload. @throws S3Refusal */
    answer(request: IncomingMessage, response: ServerResponse, key: string, query: URLSearchParams, body: Buffer) {
      const id = query.get('uploadId');
      if (id === null) {
        if (request.method === 'GET') return list(response, query.get('prefix') ?? '');
        if (request.method === 'POST') return begin(request, response, key);
        throw new S3Refusal(405, 'MethodNotAllowed');
      }
      const upload = uploads.get(id);
      if (!upload || upload.key !== key) throw new S3Refusal(404, 'NoSuchUpload');
      if (request.method === 'PUT') return store(response, upload, Number(query.get('partNumber')), body);
      if (request.method === 'POST') {
        const whole = Buffer.concat(listedParts(upload, body.toString('utf8')));
        objects.set(key, { body: whole, type: upload.type, at: new Date() });
        uploads.delete(id);
        return sendXml(response, 'CompleteMultipartUploadResult', element('Key', key));
      }
      if (request.method !== 'DELETE') throw new S3Refusal(405, 'MethodNotAllowed');
      uploads.delete(id);
      return response.writeHead(204).end();
    },
  };
}
