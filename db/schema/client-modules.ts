import { pgEnum } from 'drizzle-orm/pg-core';

/** The parts of the portal that an operator lets the people of a client see. */
export const clientModule = pgEnum('client_module', [
  'visibility',
  'competitors',
  'ai_search',
  'listings',
  'plan',
  'website',
  'search',
  'reviews',
  'social',
  'insights',
  'goals',
  'tasks',
  'content',
  'reports',
  'billing',
  'developer',
]);
