import type { FastifyBaseLogger } from 'fastify';
import type { Env } from '../../../server/env.ts';

/** With or without Chromium’s sandbox: the first way to start it, and whether the other is allowed. */
interface Plan {
  sandbox: boolean;
  mayGoWithout: boolean;
  /** For the log. */
  sentence: string;
}

/** Decides on the sandbox. As root Chromium has none. */
export function sandboxPlan(setting: Env['CHROMIUM_SANDBOX'], isRoot: boolean): Plan {
  if (setting === 'required')
    return {
      sandbox: true,
      mayGoWithout: false,
      sentence: isRoot
        ? 'Chromium does not print reports: its sandbox is required, and it has none as root.'
        : 'Chromium prints reports inside its sandbox only.',
    };
  return isRoot
    ? {
        sandbox: false,
        mayGoWithout: false,
        sentence: 'Chromium prints reports without its sandbox, as root has none.',
      }
    : { sandbox: true, mayGoWithout: true, sentence: 'Chromium prints reports inside its sandbox where there is one.' };
}

export const currentPlan = ({ CHROMIUM_SANDBOX }: Env) => sandboxPlan(CHROMIUM_SANDBOX, process.getuid?.() === 0);

// What Chromium says when the system refuses it the sandbox, and how Playwright sums that up.
const REFUSED =
  /no usable sandbox|sandboxing failed|suid sandbox|failed to move to new namespace|crbug\.com\/(357670|638180)/i;

/** Whether a start failed for want of the sandbox: any other failure would be the same without it. */
export const isSandboxRefusal = (error: unknown) => error instanceof Error && REFUSED.test(error.message);

/** Starts Chromium as planned. @throws what `launch` throws, unless the other way is allowed and helps */
export async function startPlanned<Browser>(
  { sandbox, mayGoWithout }: Plan,
  launch: (sandbox: boolean) => Promise<Browser>,
  log: FastifyBaseLogger,
): Promise<Browser> {
  return launch(sandbox).catch(async (err: unknown) => {
    if (!mayGoWithout || !isSandboxRefusal(err)) throw err;
    const browser = await launch(false);
    log.warn({ err }, 'Chromium runs without its sandbox: this machine does not allow it.');
    return browser;
  });
}
