import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** A refusal in the words of S3. */
export class S3Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message = code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export interface S3Account {
  keyId: string;
  secret: string;
  region: string;
}

interface Signed {
  credential: string;
  signedHeaders: string[];
  signature: string;
  /** As `20260216T093000Z`. */
  at: string;
  payload: string;
}

const SKEW = 15 * 60_000;
const LONGEST_LINK = 604_800;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** RFC 3986: what S3 signs, whatever was sent. */
const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/** Milliseconds of `20260216T093000Z`. */
const millisecondsOf = (at: string) =>
  Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

function ofHeader({ headers }: IncomingMessage): Signed | undefined {
  const parts = /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/;
  const [, credential, signedHeaders, signature] = parts.exec(headers.authorization ?? '') ?? [];
  if (!credential || !signedHeaders || !signature) return undefined;
  const payload = headers['x-amz-content-sha256'];
  if (!payload) throw new S3Refusal(400, 'InvalidRequest', 'Missing required header: x-amz-content-sha256');
  const at = String(headers['x-amz-date'] ?? '');
  return { credential, signedHeaders: signedHeaders.split(';'), signature, at, payload: String(payload) };
}

function ofLink(query: URLSearchParams): Signed | undefined {
  const [credential, signature] = [query.get('X-Amz-Credential'), query.get('X-Amz-Signature')];
  if (!credential || !signature || query.get('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256') return undefined;
  const [at, signedHeaders] = [query.get('X-Amz-Date') ?? '', query.get('X-Amz-SignedHeaders')?.split(';') ?? []];
  return { credential, signedHeaders, signature, at, payload: 'UNSIGNED-PAYLOAD' };
}

/** A header is good for 15 minutes around its time, a link until it expires: at most a week. */
function checkTime(at: string, expires: string | undefined, now: number) {
  const age = now - millisecondsOf(at);
  if (Number.isNaN(age)) throw new S3Refusal(403, 'AccessDenied', 'The signature has no date.');
  if (Math.abs(age) > SKEW && (expires === undefined || age < 0)) throw new S3Refusal(403, 'RequestTimeTooSkewed');
  if (expires === undefined) return;
  if (!/^\d+$/.test(expires) || Number(expires) < 1 || Number(expires) > LONGEST_LINK)
    throw new S3Refusal(400, 'AuthorizationQueryParametersError');
  if (age > Number(expires) * 1000) throw new S3Refusal(403, 'AccessDenied', 'Request has expired');
}

/**
 * Verifies AWS Signature Version 4 of a request to S3, by header or by link, from what was received.
 *
 * @throws S3Refusal as S3 refuses it
 */
export function checkSignature(request: IncomingMessage, body: Buffer, { keyId, secret, region }: S3Account) {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3');
  const byHeader = ofHeader(request);
  const signed = byHeader ?? ofLink(searchParams);
  if (!signed) throw new S3Refusal(403, 'AccessDenied', 'Anonymous access is forbidden.');
  const { credential, signedHeaders, signature, at, payload } = signed;
  const [id, day = '', its, service, end] = credential.split('/');
  if (id !== keyId) throw new S3Refusal(403, 'InvalidAccessKeyId');
  if (its !== region || service !== 's3' || end !== 'aws4_request' || day !== at.slice(0, 8))
    throw new S3Refusal(400, 'AuthorizationHeaderMalformed', `The scope of the credential is wrong: ${credential}`);
  checkTime(at, byHeader ? undefined : (searchParams.get('X-Amz-Expires') ?? ''), Date.now());
  const demanded = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))];
  if (demanded.some((name) => !signedHeaders.includes(name)))
    throw new S3Refusal(403, 'AccessDenied', 'There were headers present in the request which were not signed');
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) throw new S3Refusal(400, 'XAmzContentSHA256Mismatch');

  const query = [...searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort();
  const canonical = [
    request.method,
    decodeURIComponent(pathname).split('/').map(encoded).join('/'),
    query.join('&'),
    ...signedHeaders.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    signedHeaders.join(';'),
    payload,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  const due = hmac(key, ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')).toString('hex');
  if (due !== signature) throw new S3Refusal(403, 'SignatureDoesNotMatch');
}
