import { z } from 'zod';
import { TEXT } from '../../../server/limits/sizes.ts';
import { publicProcedure } from '../../../server/trpc/procedures.ts';
import { Data } from '../../values/shapes.ts';
import { authRoutes } from '../routes.ts';
import { MailDomain } from './mail-domain.ts';
import { providerOfDomain } from './stored-provider.ts';

const { get } = authRoutes('Authentication');

const Offer = z
  .object({ sso: z.boolean().meta({ description: 'Whether its addresses may sign in by it.', example: false }) })
  .meta({ id: 'SignInOffer', description: 'What a page of sign-in offers for a domain.' });

export const ssoOfferProcedures = {
  offer: publicProcedure
    .meta(
      get('/auth/sso/offer', 'Ask whether a domain signs in by single sign-on', {
        description:
          'For pages that ask for the address first. They send its domain alone, and learn nothing of addresses: whatever stands before the @, `GET /api/auth/sso?email=…` leads to the identity provider.',
        returns: 'Whether an organization with an identity provider has proved the domain.',
        example: { query: { domain: 'harborstreetdental.example' } },
      }),
    )
    .input(
      z.object({
        domain: z
          .string()
          .max(TEXT.email)
          .meta({ description: 'Domain of an address.', example: 'harborstreetdental.example' }),
      }),
    )
    .output(Data(Offer))
    .query(async ({ ctx: { db }, input }) => {
      const { data: domain } = MailDomain.safeParse(input.domain);
      return { ok: true, data: { sso: domain !== undefined && (await providerOfDomain(db, domain)) !== undefined } };
    }),
};
