import { wobble } from './chance.ts';

const RIVALS = [
  { name: 'Casco Bay Dental Group', domain: 'cascobaydental.example', from: 66, to: 71.5 },
  { name: 'Munjoy Hill Family Dentistry', domain: 'munjoyhilldentistry.example', from: 58, to: 63 },
  { name: 'Back Cove Smiles', domain: 'backcovesmiles.example', from: 52, to: 55.5 },
  { name: 'Deering Dental Arts', domain: 'deeringdental.example', from: 61, to: 58 },
  { name: 'South Portland Orthodontics', domain: 'spo-ortho.example', from: 48, to: 52.5 },
  // Excluded from the comparison: a chain of three hundred practices, and an unreadable website.
  { name: 'BrightSmile National', domain: 'brightsmile.example', from: 83, to: 85, excluded: true },
  { name: 'Dr. H. Pike, DMD', domain: 'pikedmd.example', from: 30, to: 30, status: 'failed' as const },
];

// Deviation of a rival's parts from its total.
const LEANINGS = [6, -4, 9, -7, 3, -10, 5, -2, 0, 8, -6];

const one = (value: number) => Math.round(Math.min(100, Math.max(0, value)) * 10) / 10;

/** The practice's competitors in a week, scored by the same tiers and components. */
export const demoCompetitors = (
  week: number,
  weeks: number,
  asOf: string,
  tierKeys: string[],
  componentKeys: string[],
) =>
  RIVALS.map(({ name, domain, from, to, excluded = false, status = 'completed' as const }, index) => {
    const raw = from + ((to - from) * week) / (weeks - 1) + wobble(week * 41 + index);
    const rated = (keys: string[]) =>
      Object.fromEntries(keys.map((key, n) => [key, one(raw + (LEANINGS[(n + index * 3) % LEANINGS.length] ?? 0))]));
    return {
      name,
      domain,
      raw_score: one(raw),
      dynamic_score: one(raw - 2 + wobble(week * 43 + index)),
      overall_score: one(raw - 1),
      asOf,
      tiers: rated(tierKeys),
      components: rated(componentKeys),
      excluded,
      status,
    };
  });

/** Candidates for the comparison, with reasons for or against. */
export const demoSuggestions = () => [
  {
    name: 'West End Dental',
    domain: 'westenddental.example',
    source: 'local search',
    relevanceScore: 91,
    specialtyOverlap: 0.88,
    selectionReason: 'Appears beside you for 14 of 20 searches, 1.2 miles away, same treatments (relevance 91).',
  },
  {
    name: 'Casco Bay Dental Group',
    domain: 'cascobaydental.example',
    source: 'local search',
    relevanceScore: 87.5,
    specialtyOverlap: 0.82,
    selectionReason: 'Appears beside you for 12 of 20 searches, 0.8 miles away (relevance 88).',
  },
  {
    name: 'Falmouth Family Dental',
    domain: 'falmouthfamilydental.example',
    source: 'ai answers',
    relevanceScore: 74,
    specialtyOverlap: 0.71,
    selectionReason: 'Named by two assistants where you are not, 5.9 miles away (relevance 74).',
  },
  {
    name: 'Peninsula Endodontics',
    domain: 'peninsulaendo.example',
    source: 'directory',
    relevanceScore: 63,
    specialtyOverlap: 0.24,
    selectionReason: 'Same street, and often on the same page of directories (relevance 63).',
    excludedReason: 'A specialist to whom you refer patients.',
  },
  {
    name: 'BrightSmile National',
    domain: 'brightsmile.example',
    source: 'local search',
    relevanceScore: 58,
    specialtyOverlap: 0.65,
    selectionReason: 'Advertises on the same searches (relevance 58).',
    excludedReason: 'A national chain: its figures are those of three hundred practices.',
  },
];
