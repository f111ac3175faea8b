/** Stored files: usual lifetime of a link (seconds), and files checked by one sweep. */
export const FILES = { openFor: 15 * 60, sweptAtOnce: 1000 };
