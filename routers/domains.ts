import type { Domain } from '../server/domain.ts';
import { alertsDomain } from './alerts/domain.ts';
import { authDomain } from './auth/domain.ts';
import { billingDomain } from './billing/domain.ts';
import { cmsDomain } from './cms/domain.ts';
import { connectionsDomain } from './connections/domain.ts';
import { exportsDomain } from './exports/domain.ts';
import { ingestDomain } from './ingest/domain.ts';
import { insightsDomain } from './insights/domain.ts';
import { measurementDomain } from './measurement/domain.ts';
import { notificationsDomain } from './notifications/domain.ts';
import { operatorDomain } from './operator/domain.ts';
import { reportsDomain } from './reports/domain.ts';
import { webhooksDomain } from './webhooks/domain.ts';

/** The domains that do more than answer calls. */
export const domains: Domain[] = [
  alertsDomain,
  authDomain,
  billingDomain,
  cmsDomain,
  connectionsDomain,
  exportsDomain,
  ingestDomain,
  insightsDomain,
  measurementDomain,
  notificationsDomain,
  operatorDomain,
  reportsDomain,
  webhooksDomain,
];
