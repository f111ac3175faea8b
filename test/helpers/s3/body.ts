import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { crc32 } from 'node:zlib';
import { bytesOfBody } from '../../../demo/services/body.ts';
import { S3Refusal } from './signature.ts';

const MOST_BYTES = 64 * 1024 * 1024;

export const md5 = (data: Buffer) => createHash('md5').update(data);

/**
 * The body of a request to S3, as long as announced and with the checksums that it came with.
 *
 * @throws S3Refusal
 */
export async function checkedBody(request: IncomingMessage) {
  const { headers } = request;
  const length = headers['content-length'];
  if (request.method === 'PUT' && length === undefined) throw new S3Refusal(411, 'MissingContentLength');
  if (/aws-chunked/.test(headers['content-encoding'] ?? '')) throw new S3Refusal(501, 'NotImplemented');
  const body = await bytesOfBody(request, MOST_BYTES).catch(() => {
    throw new S3Refusal(400, 'EntityTooLarge');
  });
  if (length !== undefined && Number(length) !== body.length) throw new S3Refusal(400, 'IncompleteBody');
  const sums = [headers['content-md5'], headers['x-amz-checksum-crc32']];
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32(body));
  const own = [md5(body).digest('base64'), crc.toString('base64')];
  if (sums.some((sum, place) => sum !== undefined && sum !== own[place])) throw new S3Refusal(400, 'BadDigest');
  return body;
}
