import { literalLimit } from '../../internals/drizzle-limit.ts';

/** One more than pages of 10, 50 and 200 have: few numbers, since each makes a statement of its own. */
const SIZES = [11, 51, 201] as const;

/** The limit of a statement that reads a page and at least one row more, for queries whose plan is to be kept. */
export const readLimit = (limit: number) => literalLimit(SIZES.find((size) => size > limit) ?? limit + 1);
