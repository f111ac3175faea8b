import type { Domain } from '../../server/domain.ts';
import { minutes } from '../../server/durations.ts';
import { sweepPeopleChanges } from './retention.ts';

export const ingestDomain: Domain = {
  sweeps: ({ database }) => [
    { what: 'the changes made by people', every: minutes(60), run: () => sweepPeopleChanges(database.asMaintenance()) },
  ],
};
