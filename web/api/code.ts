import { answers, untilReachable } from './reach.ts';

/** Code that is gone, as the files of an old page are after an update. */
export class MissingCode extends Error {}

/** Code that is loaded when it is needed. While the portal cannot be reached it is waited for. @throws MissingCode */
export const loadWhenReachable =
  <Module>(load: () => Promise<Module>) =>
  async (): Promise<Module> => {
    try {
      return await load();
    } catch {
      if (!(await answers())) await untilReachable();
    }
    try {
      return await load();
    } catch (cause) {
      throw new MissingCode('A part of the page is not there any more.', { cause });
    }
  };

const MINUTE = 60_000;

/** Reloads the page, which then has the new files; once a minute at most. */
export function reloadOnce() {
  const last = Number(sessionStorage.getItem('reloaded'));
  if (Date.now() - last < MINUTE) return;
  sessionStorage.setItem('reloaded', String(Date.now()));
  location.reload();
}
