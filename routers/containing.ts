/** A pattern for texts that contain these words as they are. */
export const containing = (words: string) => `%${words.replaceAll(/[\\%_]/g, '\\$&')}%`;
