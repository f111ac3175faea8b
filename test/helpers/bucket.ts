import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { element, sendXml } from './s3/answers.ts';
import { checkedBody } from './s3/body.ts';
import { answerObject, type Stored } from './s3/objects.ts';
import { checkSignature, S3Refusal } from './s3/signature.ts';
import { uploadsInto } from './s3/uploads.ts';

/**
 * A server with the part of S3 that files need, for one bucket, as strict as S3: signatures, their time, lengths,
 * checksums, names and parts.
 */
export async function bucketForThisTest(name = 'reports-of-a-test') {
  const objects = new Map<string, Stored>();
  const { uploads, answer: answerUpload } = uploadsInto(objects);
  const account = { keyId: 'a-key', secret: 'the secret of a test', region: 'us-east-1' };
  /** What was refused, in the order of the calls. */
  const refusals: string[] = [];
  let away = false;

  async function answer(request: IncomingMessage, response: ServerResponse) {
    if (away) throw new S3Refusal(503, 'SlowDown');
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://bucket');
    const [, bucket, ...rest] = decodeURIComponent(pathname).split('/');
    const key = rest.join('/');
    const body = await checkedBody(request);
    checkSignature(request, body, account);
    if (bucket !== name) throw new S3Refusal(403, 'AccessDenied');
    if (query.has('uploads') || query.has('uploadId')) return answerUpload(request, response, key, query, body);
    return answerObject(request, response, { name, objects, key, query, body });
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    try {
      await answer(request, response);
    } catch (error) {
      const { status, code, message } =
        error instanceof S3Refusal ? error : new S3Refusal(500, 'InternalError', String(error));
      refusals.push(code);
      sendXml(response, 'Error', element('Code', code) + element('Message', message), status);
    }
  }

  const server = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    objects,
    /** Uploads in parts that are neither complete nor given up. */
    uploads,
    refusals,
    variables: {
      S3_BUCKET: name,
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_ACCESS_KEY_ID: account.keyId,
      S3_SECRET_ACCESS_KEY: account.secret,
    },
    goesAway() {
      away = true;
    },
  };
}
