import { createHash } from 'node:crypto';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readEnv } from '../../server/env.ts';
import { bucket } from '../../server/files/bucket.ts';
import { REPORT } from '../../server/files/kinds.ts';
import { bucketForThisTest } from '../helpers/bucket.ts';

type Variables = Awaited<ReturnType<typeof bucketForThisTest>>['variables'];

const clientOf = ({ S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }: Variables, secret = S3_SECRET_ACCESS_KEY) =>
  new S3Client({
    endpoint: S3_ENDPOINT,
    forcePathStyle: true,
    region: 'us-east-1',
    maxAttempts: 1,
    credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: secret },
  });

const file = (Key: string, Body = 'text') => new PutObjectCommand({ Bucket: 'reports-of-a-test', Key, Body });
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: Error) => error.name,
  );

it('lists all files of a start, however many there are', async () => {
  const { objects, variables } = await bucketForThisTest();
  for (let n = 0; n < 1001; n++)
    objects.set(`reports/start-${n}.pdf`, { body: Buffer.from('x'), type: 'x', at: new Date() });
  const storage = bucket(readEnv({ ...variables, NODE_ENV: 'test' }), variables.S3_BUCKET, REPORT);

  expect(await storage.filesOf('start-')).toHaveLength(1001);
});

describe('The small bucket of the tests refuses, as S3 does,', () => {
  it('a wrong secret, an unknown key, a name that is too long, and one that it does not have', async () => {
    const { objects, variables } = await bucketForThisTest();
    const good = clientOf(variables);

    const refusals = [
      await refusalOf(clientOf(variables, 'another').send(file('a'))),
      await refusalOf(clientOf({ ...variables, S3_ACCESS_KEY_ID: 'unknown' }).send(file('a'))),
      await refusalOf(good.send(file('k'.repeat(1025)))),
      await refusalOf(good.send(new GetObjectCommand({ Bucket: 'reports-of-a-test', Key: 'nothing' }))),
    ];

    expect(refusals).toEqual(['SignatureDoesNotMatch', 'InvalidAccessKeyId', 'KeyTooLongError', 'NoSuchKey']);
    expect(objects.size).toBe(0);
  });

  it('a body with another checksum, and accepts its own', async () => {
    const { objects, variables } = await bucketForThisTest();
    const withSum = (of: string) =>
      new PutObjectCommand({
        Bucket: 'reports-of-a-test',
        Key: 'ä name (1)+.txt',
        Body: 'text',
        ContentMD5: createHash('md5').update(of).digest('base64'),
      });

    const refusal = await refusalOf(clientOf(variables).send(withSum('other')));
    await clientOf(variables).send(withSum('text'));

    expect(refusal).toBe('BadDigest');
    expect([...objects.keys()]).toEqual(['ä name (1)+.txt']);
  });

  it('a link that was changed, has expired, or has another method', async () => {
    const { variables } = await bucketForThisTest();
    await clientOf(variables).send(file('a.txt'));
    const command = new GetObjectCommand({ Bucket: 'reports-of-a-test', Key: 'a.txt', ResponseContentType: 'text/x' });
    const link = await getSignedUrl(clientOf(variables), command, { expiresIn: 900 });
    const statusOf = async (url: string, method = 'GET') => (await fetch(url, { method })).status;

    const before = [
      await statusOf(link),
      await statusOf(link.replace('a.txt', 'b.txt')),
      await statusOf(link.replace('text%2Fx', 'text%2Fhtml')),
      await statusOf(link, 'DELETE'),
      await statusOf(link.split('?')[0] ?? ''),
    ];
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 901_000 });
    onTestFinished(() => void vi.useRealTimers());

    expect(before).toEqual([200, 403, 403, 403, 403]);
    expect(await statusOf(link)).toBe(403);
  });
});
