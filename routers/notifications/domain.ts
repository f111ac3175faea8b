import type { Domain } from '../../server/domain.ts';
import { minutes, seconds } from '../../server/durations.ts';
import { deliverNotices, sweepNotices } from './deliver.ts';
import { digestCommand } from './digest-command.ts';
import { morningNotices } from './schedule.ts';

export const notificationsDomain: Domain = {
  commands: { digest: digestCommand },
  sweeps: (deps) => [
    { what: 'the news of the morning', every: minutes(1), run: () => deps.use(morningNotices).note() },
    { what: 'news to tell', every: seconds(5), run: () => deliverNotices(deps) },
    { what: 'old news', every: minutes(60), run: () => sweepNotices(deps) },
  ],
};
