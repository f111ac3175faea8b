import { basename } from 'node:path';
import { GetObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Disk } from 'flydrive';
import { S3Driver } from 'flydrive/drivers/s3';
import { seconds } from '../durations.ts';
import type { Env } from '../env.ts';
import type { FileKind } from './kinds.ts';
import { abortUploads, upload } from './multipart.ts';
import { attachment, type Storage } from './storage.ts';

const PREFIX = 'reports/';

/**
 * Stores files of a kind in a bucket of Amazon S3 or a compatible service. The SDK falls back to the machine’s keys.
 */
export function bucket(env: Env, name: string, { extension, type }: FileKind): Storage {
  const { S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION: region, STORAGE_URL } = env;
  const credentials = S3_ACCESS_KEY_ID &&
    S3_SECRET_ACCESS_KEY && { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY };
  const shared = { region, ...(credentials && { credentials }) };
  const connect = (requestTimeout: number) =>
    new S3Client({
      ...shared,
      ...(S3_ENDPOINT && { endpoint: S3_ENDPOINT, forcePathStyle: true }),
      maxAttempts: 2,
      requestHandler: { connectionTimeout: seconds(2), requestTimeout, throwOnRequestTimeout: true },
      // Some compatible services reject the checksums that only Amazon requires.
      requestChecksumCalculation: 'WHEN_REQUIRED',
    });
  const client = connect(seconds(5));
  // A part of an upload is megabytes.
  const uploader = connect(seconds(60));
  const disk = new Disk(new S3Driver({ client, bucket: name, visibility: 'private', supportsACL: false }));
  // A signature covers the host, so a custom address of the bucket needs its own client.
  const ownAddress = STORAGE_URL && new S3Client({ ...shared, bucketEndpoint: true });

  return {
    disk,
    prefix: PREFIX,
    write: (file, contents) =>
      upload(uploader, { Bucket: name, Key: `${PREFIX}${file}.${extension}`, ContentType: type }, contents),
    removeParts: (start) => abortUploads(client, name, `${PREFIX}${start}`),
    async filesOf(start) {
      const found: { file: string; at: number }[] = [];
      for await (const { Contents = [] } of paginateListObjectsV2(
        { client },
        { Bucket: name, Prefix: `${PREFIX}${start}` },
      ))
        for (const { Key = '', LastModified } of Contents)
          if (Key.endsWith(`.${extension}`))
            found.push({ file: basename(Key, `.${extension}`), at: LastModified?.getTime() ?? 0 });
      return found;
    },
    async urlOf(file, filename, expires) {
      const key = `${PREFIX}${file}.${extension}`;
      const contentDisposition = attachment(filename);
      const expiresIn = Math.max(1, expires - Math.floor(Date.now() / 1000));
      if (!ownAddress) return disk.getSignedUrl(key, { expiresIn, contentType: type, contentDisposition });
      const response = { ResponseContentType: type, ResponseContentDisposition: contentDisposition };
      const command = new GetObjectCommand({ Bucket: STORAGE_URL, Key: key, ...response });
      return getSignedUrl(ownAddress, command, { expiresIn });
    },
  };
}
