import { randomBytes } from 'node:crypto';
import { Webhook as Signer } from 'standardwebhooks';
import type { webhooks } from '../../db/schema/index.ts';
import type { EncryptionKeys } from '../../server/identity/encryption-keys.ts';
import { seal, unseal } from '../../server/identity/sealed.ts';

type Secrets = Pick<typeof webhooks.$inferSelect, 'id' | 'sealedSecret' | 'sealedSecretBefore' | 'secretBeforeUntil'>;

const place = (id: string) => ({ purpose: 'webhook-secret', record: id }) as const;

/** A new secret for the webhook with this id, and as it is stored. */
export function newWebhookSecret(keys: EncryptionKeys, id: string) {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  return { secret, sealedSecret: seal(keys, place(id), secret) };
}

/** The headers of Standard Webhooks. After a rotation both secrets sign, so that a receiver may know either. */
export function signedHeaders(keys: EncryptionKeys, webhook: Secrets, message: { id: string; body: string }, at: Date) {
  const { id, sealedSecret, sealedSecretBefore, secretBeforeUntil } = webhook;
  const before = sealedSecretBefore && secretBeforeUntil && secretBeforeUntil > at ? [sealedSecretBefore] : [];
  const signatures = [sealedSecret, ...before].map((sealed) =>
    new Signer(unseal(keys, place(id), sealed)).sign(message.id, at, message.body),
  );
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
