// The interface for other domains.
export { verifiedAdministrators } from './org/verified.ts';
