import type { Later } from '../texts.ts';
import { alerts } from './alerts.ts';
import { audit } from './audit.ts';
import { channels } from './channels.ts';
import { content } from './content.ts';
import { figuresIn } from './figures-in.ts';
import { glossary } from './glossary.ts';
import { market } from './market.ts';
import { measuring } from './measuring.ts';
import { operator } from './operator.ts';
import { organization } from './organization.ts';
import { plans } from './plans.ts';
import { portfolios } from './portfolios.ts';
import { prospects } from './prospects.ts';
import { reporting } from './reporting.ts';
import { settings } from './settings.ts';
import { signingIn } from './signing-in.ts';
import { trail } from './trail.ts';
import { visibility } from './visibility.ts';
import { webhooks } from './webhooks.ts';
import { work } from './work.ts';

/** The texts of all pages of signed-in people. */
export const inside: Later = {
  ...visibility,
  ...work,
  ...settings,
  ...organization,
  ...alerts,
  glossary,
  ...audit,
  ...channels,
  ...content,
  ...figuresIn,
  ...market,
  ...measuring,
  ...webhooks,
  ...operator,
  ...plans,
  ...prospects,
  ...signingIn,
  ...portfolios,
  ...reporting,
  ...trail,
};
