import type { Readable } from 'node:stream';
import { AbortMultipartUploadCommand, ListMultipartUploadsCommand, type S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { MIB } from '../../flow/byte-units.ts';

/** There are 10,000 parts at most: 80 GiB in all. */
const PARTS = { partSize: 8 * MIB, queueSize: 1 };

type Target = Record<'Bucket' | 'Key' | 'ContentType', string>;

/**
 * Ends the unfinished uploads of objects whose names start like this. Their parts cost storage, and nothing lists them.
 */
export async function abortUploads(client: S3Client, Bucket: string, Prefix: string) {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix }));
  for (const { Key, UploadId } of Uploads)
    if (Key && UploadId) await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
}

/** Uploads a stream of any length, a part at a time. The object appears when it is complete. */
export async function upload(client: S3Client, target: Target, contents: Readable) {
  // Of a process that died.
  await abortUploads(client, target.Bucket, target.Key);
  try {
    await new Upload({ client, params: { ...target, Body: contents }, ...PARTS }).done();
  } finally {
    contents.destroy();
  }
}
