import type { Domain } from '../server/domain.ts';
import { authDomain } from './auth/domain.ts';
import { billingDomain } from './billing/domain.ts';
import { exportsDomain } from './exports/domain.ts';
import { insightsDomain } from './insights/domain.ts';

/** The domains that do more than answer calls. */
export const domains: Domain[] = [authDomain, billingDomain, exportsDomain, insightsDomain];
