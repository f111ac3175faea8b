import { accountAttacks } from './accounts.ts';
import { answerAttacks } from './answers.ts';
import type { Attack } from './attack.ts';
import { connectionAttacks } from './connections.ts';
import { databaseAttacks } from './database.ts';
import { pageAttacks } from './pages.ts';
import { reportAttacks } from './reports.ts';
import { scanAttacks } from './scans.ts';

/** Every attack of the section, in the order in which they are made. */
export const ATTACKS: Attack[] = [
  ...answerAttacks,
  ...scanAttacks,
  ...pageAttacks,
  ...connectionAttacks,
  ...databaseAttacks,
  ...reportAttacks,
  ...accountAttacks,
];
