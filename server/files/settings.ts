/** Stored files: usual lifetime of a link, in seconds. */
export const FILES = { openFor: 15 * 60 };
