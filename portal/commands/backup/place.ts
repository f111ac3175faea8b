import { join } from 'node:path';
import type { Shell } from '../../../server/command.ts';

/** The data folder, also where the configuration as a whole is not valid, or is not to be completed yet. */
export const dataFolderOf = ({ portal, variables }: Pick<Shell, 'portal' | 'variables'>) =>
  portal?.env.DATA_DIR ?? (variables.DATA_DIR?.trim() || '.data');

/** Whether the database is a server. */
export const isOnServer = ({ variables }: Pick<Shell, 'variables'>) => Boolean(variables.DATABASE_URL?.trim());

/** Where a running portal copies its database for the time of a backup. */
export const copyIn = (folder: string) => join(folder, 'backup.unfinished');
