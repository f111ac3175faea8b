import type { Domain } from '../../server/domain.ts';
import { minutes, seconds } from '../../server/durations.ts';
import { sweepAlerts, tellAlerts } from './tell.ts';

export const alertsDomain: Domain = {
  sweeps: (deps) => [
    { what: 'alerts to tell', every: seconds(5), run: () => tellAlerts(deps) },
    { what: 'alerts that nobody could be told', every: minutes(60), run: () => sweepAlerts(deps) },
  ],
};
