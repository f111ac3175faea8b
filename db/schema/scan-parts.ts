// Optional parts of a scan, stored as validated: times are ISO 8601 text and days `YYYY-MM-DD`.

type Level = 'low' | 'medium' | 'high';
type Maybe<Value> = Value | null | undefined;

interface Aeo {
  queryMode: 'local_discovery' | 'industry_b2b' | 'online_first';
  generated_queries: string[];
  coverage: 'standard' | 'limited';
  aeo_confidence: {
    score: number;
    band: Level;
    summary: string;
    detail: string;
    factors: { key: string; label: string; value: number; weight: number }[];
  };
  /** Scores 0–100; null in scans of the portal where nothing is known. */
  aeo_visibility_score: number | null;
  visibility_score: number | null;
  position_score: number | null;
  sentiment_score: number | null;
  accuracy_score: number | null;
  sample_size: number;
}

/** What an answer states of the organization, and whether its record says the same. */
export interface StatedFact {
  kind: 'phone' | 'website' | 'address';
  /** A phone in E.164, a host, a street with its number. */
  stated: string;
  right: boolean;
  /** The directory that lists the same wrong value; null if none does. */
  directory: string | null;
}

/** The organization's entry in a directory. */
export interface Listing {
  directory: string;
  listingUrl?: Maybe<string>;
  verificationStatus: 'verified' | 'candidate' | 'not_found';
  listedName?: Maybe<string>;
  listedAddress?: Maybe<string>;
  listedPhone?: Maybe<string>;
  listedDomain?: Maybe<string>;
  checkedAt?: Maybe<string>;
}

export interface Competitor {
  name: string;
  domain: string;
  raw_score: number;
  dynamic_score: number;
  overall_score: number;
  asOf: string;
  tiers: Record<string, number>;
  components: Record<string, number>;
  /** Excluded from comparisons by policy. */
  excluded: boolean;
  status: 'completed' | 'failed';
}

export interface CompetitorSuggestion {
  name: string;
  domain: string;
  source: string;
  relevanceScore: number;
  /** A fraction, 0–1. */
  specialtyOverlap: number;
  selectionReason: string;
  excludedReason?: Maybe<string>;
}

interface Recommendation {
  externalId: string;
  title: string;
  description: string;
  impact: Level;
  effort: Level;
  category: string;
  priorityScore: number;
  status: 'open' | 'accepted' | 'dismissed' | 'done';
  estimatedScoreLift?: Maybe<number>;
}

export interface PlannedItem {
  externalId: string;
  title: string;
  description: string;
  status: 'todo' | 'in_progress' | 'done' | 'skipped';
  impact: Level;
  effort: Level;
  category: string;
  dueDate?: Maybe<string>;
  completedAt?: Maybe<string>;
}

export interface Phase {
  phase: number;
  key: string;
  title: string;
  items: PlannedItem[];
}

export interface ScanParts {
  aeo?: Maybe<Aeo>;
  listings?: Maybe<Listing[]>;
  competitors?: Maybe<Competitor[]>;
  competitorSuggestions?: Maybe<CompetitorSuggestion[]>;
  recommendations?: Maybe<Recommendation[]>;
  actionPlan?: Maybe<{ phases: Phase[] }>;
}
