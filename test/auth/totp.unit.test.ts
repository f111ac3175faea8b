import { encodeBase32UpperCaseNoPadding } from '@oslojs/encoding';
import { describe, expect, it } from 'vitest';
import { newSecret, otpauthUrl, stepOf } from '../../routers/auth/two-factor/totp.ts';

// RFC 6238, appendix B, SHA-1; the appendix shows eight digits, of which authenticators show the last six.
const SECRET = encodeBase32UpperCaseNoPadding(new TextEncoder().encode('12345678901234567890'));
const VECTORS = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const;
const last6 = (digits: string) => digits.slice(2);

describe('An authenticator code', () => {
  it.each(VECTORS)('%i s after 1970 matches RFC 6238', (seconds, digits) => {
    expect(stepOf(SECRET, last6(digits), undefined, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  it.each([
    [-31, undefined],
    [-30, 37_037_036],
    [0, 37_037_036],
    [29, 37_037_036],
    [30, 37_037_036],
    [59, 37_037_036],
    [60, undefined],
  ])('is valid one step early and one step late: %i s from its start', (offset, step) => {
    const begins = 1_111_111_080;

    expect(stepOf(SECRET, '081804', undefined, (begins + offset) * 1000)).toBe(step);
  });

  it('of a used step or an earlier one is refused', () => {
    const now = 1_111_111_109_000;
    const at = (used: number) => stepOf(SECRET, '081804', used, now);

    expect([at(37_037_035), at(37_037_036), at(37_037_037)]).toEqual([37_037_036, undefined, undefined]);
  });

  it.each(['', '81804', '0081804', '081805', '08180４'])('is not %j', (code) => {
    expect(stepOf(SECRET, code, undefined, 1_111_111_109_000)).toBeUndefined();
  });
});

describe('A secret', () => {
  it('is 160 random bits in base32', () => {
    const secrets = Array.from({ length: 50 }, newSecret);

    expect(new Set(secrets).size).toBe(50);
    expect(secrets.filter((secret) => !/^[A-Z2-7]{32}$/.test(secret))).toEqual([]);
  });

  it('is passed to the authenticator with the encoded host and account', () => {
    const url = otpauthUrl('https://portal.example.com:8443', 'ada+b&c=d@example.com', SECRET);

    const { protocol, host, pathname, searchParams } = new URL(url);
    expect([protocol, host, pathname]).toEqual([
      'otpauth:',
      'totp',
      '/portal.example.com:ada%2Bb%26c%3Dd%40example.com',
    ]);
    expect(Object.fromEntries(searchParams)).toEqual({
      issuer: 'portal.example.com',
      secret: SECRET,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect(url).not.toContain('+');
  });
});
