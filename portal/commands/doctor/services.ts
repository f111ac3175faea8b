import { randomUUID } from 'node:crypto';
import { codesOf, type Diagnosis, failure, ok } from '../../../server/diagnosis.ts';
import { seconds } from '../../../server/durations.ts';
import { REPORT } from '../../../server/files/kinds.ts';
import { openStorage } from '../../../server/files/store.ts';
import { smtpTransport } from '../../../server/mail/transport.ts';

// Servers beside the portal that it knows itself.

const smtp: Diagnosis = {
  check: 'smtp',
  of: ['SMTP_URL'],
  limit: seconds(15),
  async run({ env: { SMTP_URL } }) {
    if (!SMTP_URL) return ok('Not used: mails are written into files.');
    const transport = await smtpTransport(SMTP_URL);
    try {
      await transport.verify();
      return ok('The mail server answers, and accepts the sign-in.');
    } catch (error) {
      const codes = codesOf(error);
      if (codes.includes('EAUTH')) return failure(`The mail server refuses the sign-in (${codes}): check SMTP_URL.`);
      return failure(`The mail server cannot be used (${codes}): check SMTP_URL, and that this machine reaches it.`);
    } finally {
      transport.close();
    }
  },
};

const redis: Diagnosis = {
  check: 'redis',
  of: ['REDIS_URL'],
  limit: seconds(6),
  async run({ env: { REDIS_URL } }) {
    if (!REDIS_URL) return ok('Not used: the database or this process counts limits.');
    const { Redis } = await import('ioredis');
    const limits = { connectTimeout: seconds(3), commandTimeout: seconds(3), maxRetriesPerRequest: 0 };
    const client = new Redis(REDIS_URL, { ...limits, lazyConnect: true, retryStrategy: null });
    let lost: unknown;
    client.on('error', (error) => {
      lost ??= error;
    });
    try {
      await client.connect();
      await client.ping();
      return ok('Redis answers.');
    } catch (error) {
      const cause = lost ?? error;
      // Redis begins its refusals with a word, such as WRONGPASS.
      const [word] = /^[A-Z]{4,}(?= )/.exec(cause instanceof Error ? cause.message : '') ?? [];
      return failure(
        `Redis cannot be used (${word ?? codesOf(cause)}): check REDIS_URL. Limits are counted without it.`,
      );
    } finally {
      client.disconnect();
    }
  },
};

const s3: Diagnosis = {
  check: 's3',
  of: ['S3_BUCKET', 'S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  limit: seconds(20),
  async run({ env }) {
    if (!env.S3_BUCKET) return ok('Not used: reports are files in STORAGE_DIR.');
    let step = 'opened';
    try {
      const { disk, prefix, filesOf } = await openStorage(env, REPORT);
      const name = `doctor-${randomUUID()}`;
      step = 'written to';
      await disk.put(`${prefix}${name}.pdf`, 'A file to see whether the bucket can be used.');
      try {
        step = 'read';
        await disk.getBytes(`${prefix}${name}.pdf`);
        step = 'listed';
        await filesOf(name);
      } finally {
        await disk.delete(`${prefix}${name}.pdf`).catch(() => {});
      }
      return ok('The bucket is written to, read and listed.');
    } catch (error) {
      return failure(
        `The bucket cannot be ${step} (${codesOf(error)}): check S3_BUCKET, S3_REGION, S3_ENDPOINT, the keys and their rights.`,
      );
    }
  },
};

export const services = [smtp, redis, s3];
