import { TimeoutStrategy, timeout } from 'cockatiel';
import { Histogram } from 'prom-client';
import type { TenantDb } from '../../../db/handles.ts';
import type { Tenant } from '../../../db/tenant.ts';
import type { Deps } from '../../../server/deps.ts';
import { PortalError } from '../../../server/errors.ts';
import { sign } from '../../../server/files/links.ts';
import { openStore } from '../../../server/files/store.ts';
import { service } from '../../../server/services.ts';
import { todayIn } from '../../days.ts';
import { fold } from '../../visibility/public.ts';
import { reportDocument } from './document.ts';
import { readFacts } from './facts.ts';
import { openPress } from './press.ts';
import { REPORTS } from './settings.ts';

const away = (cause: unknown) =>
  new PortalError('SERVICE_UNAVAILABLE', 'The report cannot be made right now. Please try again shortly.', {
    cause,
    retryAfter: REPORTS.retryAfter,
  });

const slug = (name: string) =>
  fold(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '');

/** `visibility-report-harbor-street-dental-2026-02-15.pdf`; a name without Latin letters is left out. */
const filenameOf = (name: string, day: string) =>
  `${['visibility-report', slug(name), day].filter(Boolean).join('-')}.pdf`;

/** PDF reports: made when they are asked for, kept, and found again as long as nothing in them has changed. */
function openReports({ env, log, metrics }: Deps) {
  const press = openPress(env, log);
  const store = openStore(env);
  const patience = timeout(REPORTS.patience, TimeoutStrategy.Aggressive);
  const underWay = new Map<string, Promise<number>>();
  const duration = new Histogram({
    name: 'portal_report_duration_seconds',
    help: 'Time to make or find a report, by how it went: made, stored, failed.',
    labelNames: ['outcome'],
    buckets: [0.05, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers: [metrics],
  });

  /** Finds the file, or makes it; the size in bytes. */
  async function provide(file: string, document: string) {
    const took = duration.startTimer();
    try {
      const [size, outcome] = await patience.execute(async ({ signal }) => {
        const stored = await store.sizeOf(file);
        if (stored !== undefined) return [stored, 'stored'] as const;
        const pdf = await press.print(document, signal);
        await store.put(file, pdf);
        return [pdf.length, 'made'] as const;
      });
      took({ outcome });
      return size;
    } catch (cause) {
      took({ outcome: 'failed' });
      throw away(cause);
    }
  }

  /** Whoever asks for the same while it is being made waits for the one that is under way. */
  function provideOnce(file: string, document: string) {
    const known = underWay.get(file);
    if (known) return known;
    const providing = provide(file, document).finally(() => underWay.delete(file));
    underWay.set(file, providing);
    return providing;
  }

  return {
    /**
     * The client's report on its latest scan, as a file to download.
     *
     * @throws SERVICE_UNAVAILABLE when it cannot be made within 20 seconds, or too many are being made
     */
    async latest(db: TenantDb, tenant: Tenant) {
      const facts = await readFacts(db, tenant);
      const document = reportDocument(facts);
      // The document holds all that is shown and how: whoever has the same has the same file.
      const file = sign(env.SIGNING_KEY, 'report', tenant.clientId, facts.scan?.runId ?? '', document);
      const filename = filenameOf(tenant.name, todayIn(tenant.timezone, facts.scan?.asOf));
      const size = await provideOnce(file, document);
      const url = await store.urlOf(file, filename).catch((cause) => {
        throw away(cause);
      });
      return { url, filename, size };
    },
    read: store.read,
    sweep: store.sweep,
    state: press.state,
    async close() {
      await Promise.allSettled(underWay.values());
      await press.close();
    },
  };
}

export const reports = service(openReports, ({ close }) => close());
