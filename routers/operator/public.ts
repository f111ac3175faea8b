// The interface for other domains.
export { noteAction } from './actions.ts';
export { startErasure } from './erasure/start-erasure.ts';
