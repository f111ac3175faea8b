import type { Domain } from '../../../server/domain.ts';
import { sealedMails } from '../../../server/mail/outbox.ts';

/** Where encrypted texts are stored: queued mails, and the columns of the domains. */
export const sealedPlaces = (domains: Domain[]) => [sealedMails, ...domains.flatMap(({ sealed = [] }) => sealed)];
