import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import type { KINDS } from './templates.tsx';

export type Schedule = inferRouterOutputs<AppRouter>['operator']['reportSchedules']['list']['data'][number];
type Wanted = inferRouterInputs<AppRouter>['operator']['reportSchedules']['create'];

export const CHOICES = ['all', 'tags', 'ids'] as const;

const listed = (text: string) => text.split(',').flatMap((part) => part.trim() || []);

/** The fields of a schedule as they are typed and chosen. */
export const typedOf = (schedule: Schedule | undefined) => {
  const clients = schedule?.clients ?? { all: true as const };
  const named = schedule?.clientNames ?? [];
  return {
    templateId: schedule?.templateId ?? '',
    whom: 'tags' in clients ? 'tags' : 'ids' in clients ? 'ids' : ('all' as (typeof CHOICES)[number]),
    tags: 'tags' in clients ? clients.tags.join(', ') : '',
    chosen: 'ids' in clients ? named : [],
    except: 'ids' in clients ? [] : named,
    every: schedule?.every ?? ('month' as (typeof KINDS)[number]),
    day: String(schedule?.day ?? 1),
    hour: String(schedule?.hour ?? 8),
    review: schedule?.review ?? true,
    reviewerId: schedule?.reviewerId ?? '',
    toMembers: schedule === undefined || schedule.recipients === 'members',
    addresses: Array.isArray(schedule?.recipients) ? schedule.recipients.join(', ') : '',
    bcc: schedule?.bcc.join(', ') ?? '',
    subject: schedule?.subject ?? '',
    message: schedule?.message ?? '',
  };
};

export type Typed = ReturnType<typeof typedOf>;

const idsOf = (clients: { id: string }[]) => clients.map(({ id }) => id);

function clientsOf({ whom, tags, chosen, except }: Typed): Wanted['clients'] {
  if (whom === 'ids') return { ids: idsOf(chosen) };
  return { ...(whom === 'tags' ? { tags: listed(tags) } : { all: true as const }), except: idsOf(except) };
}

/** What is sent of them. */
export const inputOf = (typed: Typed, templateId: string): Wanted => ({
  templateId,
  clients: clientsOf(typed),
  every: typed.every,
  day: Number(typed.day),
  hour: Number(typed.hour),
  review: typed.review,
  reviewerId: typed.reviewerId || null,
  recipients: typed.toMembers ? 'members' : listed(typed.addresses),
  bcc: listed(typed.bcc),
  subject: typed.subject.trim() || null,
  message: typed.message.trim() || null,
});
