// The interface for other domains.
export { readAnnotations } from './read-annotations.ts';
