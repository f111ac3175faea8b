import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { MIB } from '../../flow/byte-units.ts';
import { seconds } from '../durations.ts';

/** All but the last part of an upload have at least 5 MiB, and there are 10,000 at most: 80 GiB in all. */
const PART_BYTES = 8 * MIB;
const PART_TIMEOUT = { requestTimeout: seconds(60) };

interface Target {
  Bucket: string;
  Key: string;
  ContentType: string;
}

/** Collects a stream into parts of a fixed size. */
async function* partsOf(contents: Readable) {
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of contents as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    while (bytes >= PART_BYTES) {
      const whole = Buffer.concat(chunks);
      yield whole.subarray(0, PART_BYTES);
      chunks = [Buffer.from(whole.subarray(PART_BYTES))];
      bytes -= PART_BYTES;
    }
  }
  if (bytes > 0) yield Buffer.concat(chunks);
}

/**
 * Ends the unfinished uploads of objects whose names start like this. Their parts cost storage, and nothing lists them.
 */
export async function abortUploads(client: S3Client, Bucket: string, Prefix: string) {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix }));
  for (const { Key, UploadId } of Uploads)
    if (Key && UploadId) await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
}

/** Uploads a stream of any length, a part at a time. The object appears when it is complete. */
export async function upload(client: S3Client, { Bucket, Key, ContentType }: Target, contents: Readable) {
  // Of a process that died.
  await abortUploads(client, Bucket, Key);
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ContentType }));
  const target = { Bucket, Key, UploadId };
  try {
    const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
    for await (const Body of partsOf(contents)) {
      const PartNumber = Parts.length + 1;
      const { ETag } = await client.send(new UploadPartCommand({ ...target, PartNumber, Body }), PART_TIMEOUT);
      Parts.push({ PartNumber, ETag });
    }
    await client.send(new CompleteMultipartUploadCommand({ ...target, MultipartUpload: { Parts } }), PART_TIMEOUT);
  } catch (error) {
    contents.destroy();
    await client.send(new AbortMultipartUploadCommand(target)).catch(() => {});
    throw error;
  }
}
