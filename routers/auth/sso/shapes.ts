import { z } from 'zod';
import { line, Role } from '../shapes.ts';
import { MailDomain } from './mail-domain.ts';

export const DOMAINS_PER_ORGANIZATION = 20;

const ISSUER = {
  description: 'Issuer of the provider, as its discovery document has it: https, and public.',
  example: 'https://login.harborstreetdental.example',
};
const CLIENT = { description: 'What the provider calls the portal.', example: 'client-portal' };
const DEFAULT_ROLE = 'Role of members who are made at their first sign-in.';
const ENFORCE =
  'Whether members sign in by the provider alone. Administrators with two-factor sign-in keep the password.';

const WELL_KNOWN = /\/\.well-known\/openid-configuration$/;

const Issuer = z
  .url({ protocol: /^https?$/, error: 'must be an https URL' })
  .max(500)
  // People copy the address of the discovery document.
  .overwrite((url) => url.replace(WELL_KNOWN, ''))
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    return url && !(url.search || url.hash || url.username || url.password);
  }, 'must be an address without a query, a fragment or a password')
  .meta(ISSUER);

/** A change of the provider of an organization: what is left out stays. The first one names the provider whole. */
export const ProviderEdit = z
  .object({
    issuer: Issuer,
    clientId: line(300).meta(CLIENT),
    clientSecret: z
      .string()
      .regex(/^[\x20-\x7e]{1,1000}$/, 'must be visible ASCII characters')
      .meta({ description: 'Secret of the client at the provider; it is not shown again.', example: 'Vt3kq9ZpXw7LmA' }),
    domains: z
      .array(MailDomain)
      .min(1)
      .max(DOMAINS_PER_ORGANIZATION)
      .overwrite((names) => [...new Set(names)])
      .describe('Domains of the addresses that the provider signs in, at most 20, in place of those before.'),
    defaultRole: Role.describe(DEFAULT_ROLE),
    enforce: z.boolean().meta({ description: ENFORCE, example: false }),
  })
  .partial();

const Domain = z.object({
  domain: z.string().meta({ description: 'The domain.', example: 'harborstreetdental.example' }),
  verified: z.boolean().describe('Whether the organization has proved that it is its own.'),
  problem: z
    .enum(['not_checked', 'missing', 'no_answer', 'taken'])
    .nullable()
    .describe(
      'Why it is not verified. `not_checked`: nobody looked yet; `missing`: the record was not there; `no_answer`: the DNS did not answer; `taken`: another organization proved it first. With `verified`: `missing`, where the record is gone and the domain will soon be lost.',
    ),
  txtName: z.string().meta({
    description: 'Name of the TXT record that proves it.',
    example: '_client-portal.harborstreetdental.example',
  }),
  txtValue: z.string().meta({
    description: 'What the record says.',
    example: 'client-portal-verification=Zk3vQ9xT0m1bYfHnR7cJ2wLpD5sUaE8gKiN4oVtB6yM',
  }),
});

export const SingleSignOn = z
  .object({
    issuer: z.string().nullable().meta(ISSUER),
    clientId: z.string().nullable().meta(CLIENT),
    domains: z.array(Domain).max(DOMAINS_PER_ORGANIZATION).describe('The domains, in the order of their names.'),
    defaultRole: Role.describe(DEFAULT_ROLE),
    enforce: z.boolean().describe(ENFORCE),
    tried: z.boolean().describe('Whether an administrator came in by the provider since its last change.'),
    redirectUri: z.url().meta({
      description: 'Address that the provider leads back to, to be registered there.',
      example: 'https://portal.example.com/api/auth/sso/callback',
    }),
  })
  .meta({ id: 'SingleSignOn', description: 'Single sign-on of an organization; null and none without a provider.' });
