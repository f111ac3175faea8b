import { z } from 'zod';
import { reportPeriod, type reportSchedules } from '../../../db/schema/index.ts';
import { Email, UserId } from '../../auth/public.ts';
import { LongText } from '../../reports/public.ts';
import { Id, singleLine, Timestamp, Uuid } from '../../values/shapes.ts';
import { ClientTags, givenClientIds } from '../shapes.ts';

type Row = typeof reportSchedules.$inferSelect;

const ADDRESSES = 50;

const ClientIds = givenClientIds(500);
const EXAMPLE = ['7b1d2f64-0c3e-4e57-a1b8-2d9c6f3e8a41'];

const except = ClientIds.optional().meta({
  description: 'Clients that get none all the same, at most 500; missing where there are none.',
  example: EXAMPLE,
});
const All = z.object({ all: z.literal(true).describe('All active clients.'), except });
const Tagged = z.object({ tags: ClientTags.min(1).describe('Active clients with any of these tags.'), except });
const Chosen = z.object({
  ids: ClientIds.min(1).meta({ description: 'These clients, while they are active.', example: EXAMPLE }),
});

const isOne = (clients: object) => ['all', 'tags', 'ids'].filter((name) => name in clients).length === 1;

const meantBy = (clients: object) => ('all' in clients ? All : 'tags' in clients ? Tagged : Chosen);

const CLIENTS = {
  description: 'For whom: exactly one of `all`, `tags` and `ids`; the first two perhaps with exceptions.',
  example: { all: true },
};
const Clients = z.union([All, Tagged, Chosen]).meta(CLIENTS);

const ShownChosen = z.object({
  ids: ClientIds.meta({
    description: 'These clients, while they are active; none where all have left the portfolios of its operator.',
    example: EXAMPLE,
  }),
});

const GivenClients = z.preprocess((given, ctx) => {
  const refuse = (message: string, path: PropertyKey[] = []) =>
    ctx.addIssue({ code: 'custom', message, path, input: given });
  if (typeof given !== 'object' || given === null || !isOne(given)) refuse('must be one of all, tags and ids');
  else if ('ids' in given && 'except' in given) refuse('can have except beside all and tags, not beside ids');
  // A union would not say what is wrong.
  else for (const { message, path } of meantBy(given).safeParse(given).error?.issues ?? []) refuse(message, path);
  return given;
}, Clients) as unknown as typeof Clients;

const Addresses = z
  .array(Email)
  .max(ADDRESSES)
  .refine((list) => new Set(list).size === list.length, 'must name each address once');

/** The fields of a schedule in requests. */
export const SCHEDULE_FIELDS = {
  templateId: Id.describe('Id of the template.'),
  clients: GivenClients,
  every: z.enum(reportPeriod.enumValues).describe('How often reports are due.'),
  day: z.number().int().min(1).max(28).meta({
    description: 'With `week` 1 (Monday) to 7; with `month` and `quarter` 1 to 28, of the first month of a quarter.',
    example: 1,
  }),
  hour: z.number().int().min(0).max(23).meta({ description: 'The hour, by the clock of each client.', example: 8 }),
  review: z.boolean().describe('Whether a person approves each report before it is sent.'),
  reviewerId: UserId.nullable().describe('The operator who is asked to review; null for who made the schedule.'),
  recipients: z
    .union([z.literal('members'), Addresses.min(1)])
    .meta({ description: '`members` with a verified address, or at most 50 addresses.', example: 'members' }),
  bcc: Addresses.meta({
    description: 'At most 50 addresses that stand in no header.',
    example: ['archive@agency.example'],
  }),
  subject: singleLine(200).nullable().meta({
    description: 'Subject of the emails; null for the usual one.',
    maxLength: 200,
    example: 'Your monthly report',
  }),
  message: LongText.nullable().meta({
    description: 'Text of the emails; null for the usual one.',
    example: 'Here is what happened last month.',
  }),
};

export const ReportSchedule = z
  .object({
    id: Uuid.describe('Id of the schedule.'),
    ...SCHEDULE_FIELDS,
    clients: z.union([All, Tagged, ShownChosen]).meta(CLIENTS),
    reviewerId: z.uuid().nullable().describe('The operator who is asked to review; null for who made the schedule.'),
    recipients: z
      .union([z.literal('members'), z.array(z.string()).max(ADDRESSES)])
      .meta({ description: '`members` with a verified address, or addresses.', example: 'members' }),
    bcc: z.array(z.string()).max(ADDRESSES).meta({ description: 'Addresses that stand in no header.', example: [] }),
    clientNames: z
      .array(
        z.object({
          id: z.uuid().describe('Id of the client.'),
          name: z.string().meta({ description: 'Its name.', example: 'Harbor Street Dental' }),
        }),
      )
      .max(500)
      .describe('The clients of `ids` or `except`, by name; none where it names nobody.'),
    templateName: z.string().meta({ description: 'Name of the template.', example: 'Monthly report' }),
    nextRunAt: Timestamp.nullable().describe('When it is due next for any client; null while it is for none.'),
    createdAt: Timestamp.describe('When it was made.'),
    updatedAt: Timestamp.describe('When it was last changed.'),
  })
  .meta({ id: 'ReportSchedule', description: 'For whom, when and to whom reports are made.' });

/** The columns that say for whom a schedule is. */
export const columnsOfClients = (clients: z.output<typeof Clients>) => ({
  allClients: 'all' in clients,
  tags: 'tags' in clients ? clients.tags : null,
  clientIds: 'ids' in clients ? [...new Set(clients.ids)] : null,
  exceptIds: 'ids' in clients ? [] : [...new Set(clients.except)],
});

/** Clients that have left the portfolios of its operator are not shown. */
const clientsOf = ({ tags, clientIds, exceptIds }: Row, named: { id: string }[]) => {
  const known = new Set(named.map(({ id }) => id));
  const shown = (ids: string[]) => ids.filter((id) => known.has(id));
  if (clientIds) return { ids: shown(clientIds) };
  const except = shown(exceptIds);
  return { ...(tags ? { tags } : { all: true as const }), ...(except.length > 0 && { except }) };
};

interface Shown {
  templateName: string;
  clientNames: { id: string; name: string }[];
  nextRunAt: Date | null;
}

/** A schedule as responses show it. */
export const shownSchedule = (row: Row, more: Shown) => ({
  ...row,
  ...more,
  clients: clientsOf(row, more.clientNames),
  recipients: row.recipients ?? ('members' as const),
});
