import { packageFolder } from '../../../optional/packages.ts';
import { type Diagnosis, failure, ok, warning } from '../../../server/diagnosis.ts';
import { seconds } from '../../../server/durations.ts';
import { manageBrowser } from './browser.ts';

const DRIVER = 'playwright-core';

/** Whether Chromium starts, as the next report would start it. */
export const chromiumDiagnosis: Diagnosis = {
  check: 'chromium',
  of: ['CHROMIUM_PATH', 'CHROMIUM_SANDBOX'],
  limit: seconds(45),
  async run({ env, log }) {
    if (!packageFolder(DRIVER)) return warning(`Reports are refused: the package ${DRIVER} is not installed.`);
    const browser = manageBrowser(env, log);
    try {
      return ok(`Chromium ${await browser.use(async ({ version }) => version)} starts.`);
    } catch {
      return failure(
        env.CHROMIUM_PATH
          ? 'Chromium does not start: set CHROMIUM_PATH to one that does; CHROMIUM_SANDBOX=required needs a machine that allows it, and no root.'
          : 'No Chromium starts: install it with its libraries, or set CHROMIUM_PATH. Reports are refused until then.',
      );
    } finally {
      await browser.close();
    }
  },
};
