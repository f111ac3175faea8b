import { z } from 'zod';
import { OrgId, OrgName } from '../auth/public.ts';
import { Timestamp } from '../values/shapes.ts';
import { Watched } from './client-watch.ts';
import { STEADY_FALL } from './clients-attention.ts';
import { ClientStatus, EraseAt, ProspectUntil } from './shapes.ts';

const Count = z.number().int();

const MeasurementProgress = z
  .object({
    status: z
      .enum(['waiting', 'running', 'completed', 'failed'])
      .describe('`failed` has brought too few answers for a report.'),
    done: Count.describe('Answers that came, or failed.'),
    total: Count.describe('Answers that it asks for.'),
    waitsFor: z
      .enum(['assistants', 'budget'])
      .nullable()
      .describe(
        'Why it has not begun: no assistant has a key, or its budget does not reach; null for any other reason.',
      ),
  })
  .nullable()
  .describe('What has become of the measurement of a prospect; null for a client.');

export const ListedClient = z
  .object({
    id: OrgId,
    name: OrgName,
    vertical: z.string().nullable().meta({ description: 'Industry.', example: 'dental' }),
    status: ClientStatus,
    eraseAt: EraseAt,
    prospectUntil: ProspectUntil,
    measurement: MeasurementProgress,
    tags: z
      .array(z.string())
      .max(10)
      .meta({ description: 'The operator’s words for groups.', example: ['dental'] }),
    members: Count.describe('Number of members.'),
    dynamicScore: z.number().nullable().describe('Overall score of the latest scan, 0–100.'),
    change: z.number().nullable().describe('Its change since the scan before.'),
    steadyFall: z
      .number()
      .nullable()
      .describe(
        `Points that the score lost over the last three scans that brought scores, where each was lower than the one before; null otherwise, and below ${STEADY_FALL}.`,
      ),
    lastScanDate: Timestamp.nullable().describe('When the latest scan was completed.'),
    openActionItems: Count.describe('Open action items.'),
    subscriptionStatus: z.string().meta({ description: 'Stripe’s status, or `none`.', example: 'active' }),
    totalMRR: z.number().meta({ description: 'Monthly total in major units of the currency.', example: 564 }),
    currency: z.string().nullable().meta({
      description: 'Lower-case ISO 4217 code; null where nothing is billed, or in several currencies.',
      example: 'usd',
    }),
    questionsThisMonth: Count.describe('Questions of this month, in UTC.'),
    tokensThisMonth: Count.describe('Tokens of this month, in UTC.'),
    lastActiveAt: Timestamp.nullable().describe('Last call of a member, to within five minutes.'),
    createdAt: Timestamp.describe('When the client was created.'),
  })
  .extend(Watched.shape)
  .meta({ id: 'ListedClient', description: 'A client in the list of the operator.' });
