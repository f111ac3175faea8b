import type { organizations } from '../../db/schema/index.ts';

type Organization = typeof organizations.$inferInsert;

/** A small client of the demo, with facts that the operator's pages show. Days and hours count back from now. */
export interface SmallClient {
  name: string;
  vertical: string;
  timezone: string;
  joined: number;
  status?: Organization['status'];
  notes?: string;
  monthlyTokenBudget?: number;
  /** Hours since a member's last call. */
  active?: number;
  /** The dynamic scores of weekly scans, the latest last, and its age in days. */
  scores?: number[];
  scanned?: number;
  tasks?: { open: number; done: number };
  /** Tokens of this month's questions. */
  tokens?: number[];
  subscription?: { status: string; cents: number };
  /** Names of members, the administrator first, at this domain. */
  domain: string;
  people: string[];
  /** Who of them is locked out. */
  locked?: string;
  /** Days until it is erased. */
  eraseIn?: number;
}

export const SMALL_CLIENTS: SmallClient[] = [
  {
    name: 'Alder & Finch Law',
    vertical: 'legal',
    timezone: 'America/Chicago',
    joined: 330,
    active: 3,
    scores: [51.8, 55.2, 58.9, 62.4, 66.1, 70.7],
    scanned: 1,
    tasks: { open: 4, done: 9 },
    tokens: [2140, 1890, 3020],
    subscription: { status: 'active', cents: 34_800 },
    domain: 'alderfinch.example',
    people: ['Maya Alder', 'Jonah Finch'],
  },
  {
    name: 'Bluebird Veterinary',
    vertical: 'veterinary',
    timezone: 'America/Denver',
    joined: 250,
    active: 30,
    scores: [63.9, 64.4, 62.1, 60.8, 57.5, 49.3],
    scanned: 2,
    tasks: { open: 11, done: 3 },
    tokens: [1710],
    subscription: { status: 'active', cents: 24_900 },
    notes: 'Their website moved to another address in spring; ask whether the old one still leads to it.',
    domain: 'bluebirdvet.example',
    people: ['Ruth Calloway', 'Sam Ito', 'Bea Lund'],
  },
  {
    name: 'Cedar Lane Physiotherapy',
    vertical: 'physiotherapy',
    timezone: 'Europe/London',
    joined: 4,
    active: 20,
    subscription: { status: 'trialing', cents: 9_900 },
    notes: 'The first scan waits for their website.',
    domain: 'cedarlane.example',
    people: ['Owen Pryce'],
  },
  {
    name: 'Delmar Optics',
    vertical: 'optometry',
    timezone: 'America/Los_Angeles',
    joined: 410,
    active: 400,
    status: 'suspended',
    scores: [58.2, 57.6, 57.9],
    scanned: 19,
    tasks: { open: 6, done: 5 },
    subscription: { status: 'past_due', cents: 24_900 },
    domain: 'delmaroptics.example',
    people: ['Lucia Delmar', 'Ned Abara'],
  },
  {
    name: 'Eastgate Plumbing',
    vertical: 'home services',
    timezone: 'America/Phoenix',
    joined: 190,
    active: 140,
    status: 'erasing',
    eraseIn: 9,
    scores: [44.1, 43.7],
    scanned: 12,
    tasks: { open: 2, done: 0 },
    subscription: { status: 'canceled', cents: 0 },
    notes: 'Sold the business. Wants everything deleted.',
    domain: 'eastgateplumbing.example',
    people: ['Harold Voss'],
  },
  {
    name: 'Fjord Kaffe',
    vertical: 'restaurant',
    timezone: 'Europe/Oslo',
    joined: 160,
    active: 9,
    scores: [47.3, 49.9, 49.2, 52.8],
    scanned: 0,
    tasks: { open: 5, done: 6 },
    tokens: [1320, 1480],
    subscription: { status: 'past_due', cents: 12_800 },
    domain: 'fjordkaffe.example',
    people: ['Sigrid Moen', 'Lars Aune'],
  },
  {
    name: 'Golden Hour Photography',
    vertical: 'photography',
    timezone: 'Australia/Sydney',
    joined: 90,
    active: 1,
    scores: [61.5, 63.0, 66.2, 68.8, 69.4],
    scanned: 3,
    tasks: { open: 3, done: 12 },
    monthlyTokenBudget: 50_000,
    tokens: [14_200, 12_950, 15_480, 11_730],
    subscription: { status: 'active', cents: 14_900 },
    domain: 'goldenhour.example',
    people: ['Tess Marlowe'],
  },
  {
    name: 'Hanami Ramen',
    vertical: 'restaurant',
    timezone: 'Asia/Tokyo',
    joined: 280,
    active: 6,
    scores: [86.0, 87.1, 86.9, 88.4],
    scanned: 1,
    tasks: { open: 1, done: 14 },
    tokens: [990],
    subscription: { status: 'active', cents: 49_700 },
    domain: 'hanami.example',
    people: ['Haruka Endo', 'Ken Mori', 'Yui Sato', 'Aoi Tanaka'],
  },
  {
    name: 'Iris & Oak Interiors',
    vertical: 'interior design',
    timezone: 'Europe/Paris',
    joined: 2,
    domain: 'irisoak.example',
    people: [],
    notes: 'Invited by phone; the invitation is open.',
  },
  {
    name: 'Juniper Yoga',
    vertical: 'fitness',
    timezone: 'America/Sao_Paulo',
    joined: 370,
    active: 1300,
    scores: [41.3, 39.8, 38.1, 36.6],
    scanned: 5,
    tasks: { open: 14, done: 1 },
    subscription: { status: 'unpaid', cents: 9_900 },
    domain: 'juniperyoga.example',
    people: ['Paulo Reis', 'Carla Dias'],
    locked: 'Carla Dias',
  },
  {
    name: 'Kestrel Accounting',
    vertical: 'accounting',
    timezone: 'Asia/Kolkata',
    joined: 11,
    active: 48,
    scores: [55.6],
    scanned: 6,
    tasks: { open: 8, done: 0 },
    tokens: [2260],
    subscription: { status: 'active', cents: 34_800 },
    domain: 'kestrel.example',
    people: ['Anil Rao', 'Divya Shah'],
  },
];
