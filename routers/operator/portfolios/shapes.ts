import { z } from 'zod';
import { TEXT } from '../../../server/limits/sizes.ts';
import { AccountEmail, PersonName, UserId } from '../../auth/public.ts';
import { singleLine, Timestamp, Uuid } from '../../values/shapes.ts';
import { EACH_CLIENT_ONCE, givenClientIds } from '../shapes.ts';

/** How many portfolios there may be, and how many clients and operators one has. */
export const MOST = { portfolios: 500, clients: 5000, operators: 500 };

const EXAMPLE = ['01956a8c-4f00-7e44-9d3a-2b1c8f0e6a57'];

const PortfolioName = singleLine(TEXT.name).meta({
  description: 'Its name; no other has it.',
  maxLength: TEXT.name,
  example: 'Region North',
});

/** The fields of a portfolio in requests. */
export const PORTFOLIO_FIELDS = {
  name: PortfolioName,
  clientIds: givenClientIds(MOST.clients)
    .refine(...EACH_CLIENT_ONCE)
    .meta({ description: 'Ids of its clients.', example: EXAMPLE }),
};

export const Portfolio = z
  .object({
    id: Uuid.describe('Id of the portfolio.'),
    name: z.string().meta({ description: 'Its name.', example: 'Region North' }),
    clientIds: z.array(z.uuid()).max(MOST.clients).meta({ description: 'Ids of its clients.', example: EXAMPLE }),
    operators: z
      .array(z.object({ id: UserId, email: AccountEmail, name: PersonName }))
      .max(MOST.operators)
      .describe('The people who are limited to it and to their other portfolios, by address.'),
    createdAt: Timestamp.describe('When it was made.'),
    updatedAt: Timestamp.describe('When it was last changed.'),
  })
  .meta({ id: 'Portfolio', description: 'Clients that are looked after together.' });

/** A portfolio by itself. */
export const NamedPortfolio = Portfolio.extend({
  clients: z
    .array(
      z.object({
        id: z.uuid().describe('Id of the client.'),
        name: z.string().meta({ description: 'Its name.', example: 'Harbor Street Dental' }),
      }),
    )
    .max(MOST.clients)
    .describe('Its clients by name.'),
}).meta({ id: 'NamedPortfolio', description: 'A portfolio with the names of its clients.' });
