import type { Domain } from '../../domain.ts';
import { sealedMails } from '../../mail/outbox.ts';

/** Where encrypted texts are stored: queued mails, and the columns of the domains. */
export const sealedPlaces = (domains: Domain[]) => [sealedMails, ...domains.flatMap(({ sealed = [] }) => sealed)];
