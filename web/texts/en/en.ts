import { accounts } from './accounts.ts';
import { common } from './common.ts';
import { pages } from './pages.ts';
import { shell } from './shell.ts';

/** What a page shows before anybody is signed in. */
export const en = { ...common, accounts, pages, shell };
