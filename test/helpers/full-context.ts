import type { InsightContext } from '../../insights/wire.ts';
import { everything } from './contexts.ts';

const REVIEWS: [month: string, count: number, average: number, google: number][] = [
  ['2025-02', 8, 4.5, 8],
  ['2025-03', 21, 4.8, 15],
  ['2025-04', 11, 4.4, 7],
  ['2025-05', 13, 4.6, 9],
  ['2025-06', 14, 4.7, 10],
  ['2025-07', 3, 3.9, 1],
  ['2025-09', 12, 4.5, 8],
  ['2025-10', 16, 4.9, 11],
  ['2025-11', 10, 4.2, 6],
  ['2025-12', 9, 4.6, 7],
  ['2026-01', 18, 4.7, 13],
  ['2026-02', 5, 5, 4],
];

const VISITS: [month: string, sessions: number, users: number, conversions: number][] = [
  ['2025-02', 2900, 2310, 22],
  ['2025-03', 3050, 2440, 25],
  ['2025-04', 3110, 2490, 24],
  ['2025-05', 3240, 2590, 28],
  ['2025-06', 3300, 2640, 30],
  ['2025-07', 2700, 2160, 19],
  ['2025-08', 2650, 2120, 20],
  ['2025-09', 3420, 2740, 27],
  ['2025-10', 3810, 3050, 33],
  ['2025-11', 3990, 3190, 36],
  ['2025-12', 3560, 2850, 26],
  ['2026-01', 4100, 3280, 31],
  ['2026-02', 2050, 1640, 17],
];

/** The context of a client with figures by month, platform, channel and assistant, on 16 February 2026. */
export const fullContext = (facts: Partial<InsightContext> = {}): InsightContext =>
  everything({
    reviews: {
      count: 183,
      average: 4.6,
      unanswered: 7,
      by_source: [
        { source: 'google', count: 120, average: 4.7 },
        { source: 'yelp', count: 41, average: 4.3 },
        { source: 'facebook', count: 22, average: 4.9 },
      ],
      by_month: REVIEWS.map(([month, count, average, google]) => ({
        month,
        count,
        average,
        by_source: [
          { source: 'google' as const, count: google },
          ...(count > google ? [{ source: 'yelp' as const, count: count - google }] : []),
        ],
      })),
    },
    traffic: {
      by_month: VISITS.map(([month, sessions, users, conversions]) => ({ month, sessions, users, conversions })),
      by_channel: [
        { channel: 'organic', sessions: 2100 },
        { channel: 'direct', sessions: 980 },
        { channel: 'referral', sessions: 410 },
        { channel: 'social', sessions: 310 },
        { channel: 'paid', sessions: 250 },
        { channel: 'ai_assistants', sessions: 96 },
        { channel: 'email', sessions: 64 },
      ],
      ai_assistants: 96,
    },
    ai_search: {
      by_engine: [
        { engine: 'perplexity', mention_rate: 61.5, low: 50.1, high: 71.8 },
        { engine: 'chatgpt', mention_rate: 48, low: 38.9, high: 57.2 },
        { engine: 'gemini', mention_rate: 22, low: 14.2, high: 32.4 },
      ],
    },
    competitors: { rank: 2, of: 5, average: 61 },
    ...facts,
  });
