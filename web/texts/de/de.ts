import type { en } from '../en/en.ts';
import { accounts } from './accounts.ts';
import { common } from './common.ts';
import { pages } from './pages.ts';
import { shell } from './shell.ts';

export { refusals } from './refusals.ts';

/** What a page shows before anybody is signed in, in a file of the build that only those load who read German. */
export const de: typeof en = { ...common, accounts, pages, shell };
