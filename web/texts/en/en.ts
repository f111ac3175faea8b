import { accounts } from './accounts.ts';
import { common } from './common.ts';
import { organization } from './organization.ts';
import { pages } from './pages.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { visibility } from './visibility.ts';
import { work } from './work.ts';

export const en = { ...common, accounts, pages, shell, ...visibility, ...work, ...settings, ...organization };
