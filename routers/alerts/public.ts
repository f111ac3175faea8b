// The interface for other domains.
export { lookAtAlerts } from './look-at-alerts.ts';
