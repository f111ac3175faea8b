import type { Texts } from '../texts.ts';
import { accounts } from './accounts.ts';
import { channels } from './channels.ts';
import { common } from './common.ts';
import { content } from './content.ts';
import { market } from './market.ts';
import { operator } from './operator.ts';
import { organization } from './organization.ts';
import { pages } from './pages.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { trail } from './trail.ts';
import { visibility } from './visibility.ts';
import { webhooks } from './webhooks.ts';
import { work } from './work.ts';

export { refusals } from './refusals.ts';

/** All texts in German, in one file of the build that only those load who read German. */
export const de: Texts = {
  ...common,
  accounts,
  pages,
  shell,
  ...visibility,
  ...work,
  ...settings,
  ...organization,
  ...channels,
  ...content,
  ...market,
  ...webhooks,
  ...operator,
  ...trail,
};
