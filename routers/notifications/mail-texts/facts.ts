import type { Movement } from '../../visibility/public.ts';
import type { Digest } from '../digest.ts';

/** What became of the mention rate in AI search since the scan before. */
export type DigestMentionChange = NonNullable<NonNullable<Digest['mentions']>['change']>;

/** What is said of a score that fell. */
export interface ScoreDrop {
  organization: string;
  score: number;
  before: number;
  tiers: Movement[];
}

/** What is said of a page that waits for its review. */
export interface RequestedReview {
  organization: string;
  id: string;
  title: string;
  /** The name of the person who asks, if known. */
  by: string | null;
}
