// The interface for other domains.
export { notify } from './notify.ts';
