import type { Movement } from '../../visibility/public.ts';

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
