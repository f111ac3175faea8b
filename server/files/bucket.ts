import { basename } from 'node:path';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Disk } from 'flydrive';
import { S3Driver } from 'flydrive/drivers/s3';
import { seconds } from '../durations.ts';
import type { Env } from '../env.ts';
import { FILES } from './settings.ts';
import { attachment, PDF, type Storage } from './storage.ts';

const PREFIX = 'reports/';

/** Stores files in a bucket of Amazon S3 or a compatible service. Without keys, the SDK uses those of the machine. */
export function bucket(env: Env, name: string): Storage {
  const { S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION: region, STORAGE_URL } = env;
  const credentials = S3_ACCESS_KEY_ID &&
    S3_SECRET_ACCESS_KEY && { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY };
  const shared = { region, ...(credentials && { credentials }) };
  const client = new S3Client({
    ...shared,
    ...(S3_ENDPOINT && { endpoint: S3_ENDPOINT, forcePathStyle: true }),
    maxAttempts: 2,
    requestHandler: { connectionTimeout: seconds(2), requestTimeout: seconds(5), throwOnRequestTimeout: true },
    // Some compatible services reject the checksums that only Amazon requires.
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  const disk = new Disk(new S3Driver({ client, bucket: name, visibility: 'private', supportsACL: false }));
  // A signature covers the host, so a custom address of the bucket needs its own client.
  const ownAddress = STORAGE_URL && new S3Client({ ...shared, bucketEndpoint: true });

  return {
    disk,
    prefix: PREFIX,
    async filesOf(start) {
      const { Contents = [] } = await client.send(
        new ListObjectsV2Command({ Bucket: name, Prefix: `${PREFIX}${start}` }),
      );
      return Contents.map(({ Key = '', LastModified }) => ({
        file: basename(Key, '.pdf'),
        at: LastModified?.getTime() ?? 0,
      }));
    },
    async urlOf(file, filename) {
      const key = `${PREFIX}${file}.pdf`;
      const contentDisposition = attachment(filename);
      if (!ownAddress)
        return disk.getSignedUrl(key, { expiresIn: FILES.openFor, contentType: PDF, contentDisposition });
      const response = { ResponseContentType: PDF, ResponseContentDisposition: contentDisposition };
      const command = new GetObjectCommand({ Bucket: STORAGE_URL, Key: key, ...response });
      return getSignedUrl(ownAddress, command, { expiresIn: FILES.openFor });
    },
  };
}
