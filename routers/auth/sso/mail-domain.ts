import { domainToASCII } from 'node:url';
import { parse } from 'tldts';
import { z } from 'zod';
import { TEXT } from '../../../server/limits/sizes.ts';

const NAME = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;

/** Nobody owns the names below a public suffix together, such as those of `co.uk`. */
const isOwnable = (name: string) => parse(name, { allowPrivateDomains: true, extractHostname: false }).domain !== null;

/** A domain of mail, in ASCII and lower case. */
export const MailDomain = z
  .string()
  .max(TEXT.email)
  .overwrite((text) => domainToASCII(text.trim().replace(/^@|\.$/g, '')) || text)
  .refine((name) => NAME.test(name) && isOwnable(name), 'must be a domain, such as example.com')
  .meta({ description: 'A domain of mail.', example: 'harborstreetdental.example' });

/** The domain of an address that is well-formed. */
export const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1);
