// The interface for other domains.
export { type ClientEvent, emit, eventParameters, insertDeliveries } from './emit.ts';
export { emitMemberEvent } from './member-events.ts';
export { isPublicAddress, literalAddress, publicLookup, RefusedAddress } from './public-address.ts';
export { removeAllWebhooks } from './remove-all.ts';
export { newWebhookSecret } from './secrets.ts';
