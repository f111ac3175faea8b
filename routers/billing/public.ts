// The interface for other domains.
export { endSubscriptions, queueEndOfSubscriptions } from './stripe/end-subscriptions.ts';
