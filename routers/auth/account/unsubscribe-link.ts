import { timingSafeEqual } from 'node:crypto';
import { noticeKind } from '../../../db/schema/index.ts';
import type { Env } from '../../../server/env.ts';
import { sign } from '../../../server/files/links.ts';
import type { NoticeKind } from './wanted-mails.ts';

export const UNSUBSCRIBE_PATH = '/unsubscribe';

const TOKEN = /^([A-Za-z]{1,32})\.([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/;

const signatureOf = ({ SIGNING_KEY }: Pick<Env, 'SIGNING_KEY'>, kind: string, userId: string) =>
  sign(SIGNING_KEY, 'unsubscribe', kind, userId);

/** The address that turns off mails of one kind for one person. It does not expire: old mails stay in mailboxes. */
export function unsubscribeUrl(env: Env, kind: NoticeKind, userId: string) {
  const token = [kind, userId, signatureOf(env, kind, userId)].join('.');
  return `${env.PUBLIC_URL}${UNSUBSCRIBE_PATH}?token=${token}`;
}

/** The kind and the person that a token was signed for; undefined for any other text. */
export function readUnsubscribeToken(env: Pick<Env, 'SIGNING_KEY'>, token: unknown) {
  const [, name, userId = '', given = ''] = (typeof token === 'string' && TOKEN.exec(token)) || [];
  const kind = noticeKind.enumValues.find((one) => one === name);
  if (!kind) return undefined;
  const isOurs = timingSafeEqual(Buffer.from(signatureOf(env, kind, userId)), Buffer.from(given));
  return isOurs ? { kind, userId } : undefined;
}
