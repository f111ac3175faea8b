import { TimeoutStrategy, timeout } from 'cockatiel';
import { Histogram } from 'prom-client';
import type { TenantDb } from '../../../db/handles.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { brandOver, findBranding, portalBrand } from '../../../server/branding/brand.ts';
import type { Deps } from '../../../server/deps.ts';
import { PortalError } from '../../../server/errors.ts';
import { REPORT } from '../../../server/files/kinds.ts';
import { sign } from '../../../server/files/links.ts';
import { openStore } from '../../../server/files/store.ts';
import { assertWithinLimit } from '../../../server/limits/limits.ts';
import { service } from '../../../server/services.ts';
import { readerLanguage } from '../../auth/public.ts';
import { readModules } from '../../modules.ts';
import { todayIn } from '../../values/days.ts';
import { filenameOf, ownerOf } from '../file-names.ts';
import { reportDocument } from './document.ts';
import { findingsOf } from './period/findings.ts';
import { readPeriodData } from './period/period-data.ts';
import { periodDocument, periodWording } from './period/period-document.ts';
import type { PeriodReport } from './period/report-sections.ts';
import { openPrinter } from './printer.ts';
import { readReportData } from './report-data.ts';
import { REPORTS } from './settings.ts';

const unavailable = (cause: unknown) =>
  new PortalError('SERVICE_UNAVAILABLE', 'The report cannot be created right now. Please try again shortly.', {
    cause,
    retryAfter: REPORTS.retryAfter,
  });

/** Creates PDF reports on request, stores them, and reuses a stored report while its content is unchanged. */
function openReports({ database, env, limits, log, metrics, use }: Deps) {
  const printer = openPrinter(env, log);
  const store = openStore(env, REPORT);
  const limit = timeout(REPORTS.timeout, TimeoutStrategy.Aggressive);
  const periodLimit = timeout(REPORTS.periodTimeout, TimeoutStrategy.Aggressive);
  const inProgress = new Map<string, Promise<number>>();
  const duration = new Histogram({
    name: 'portal_report_duration_seconds',
    help: 'Time to create or find a report, by outcome: made, stored, failed.',
    labelNames: ['outcome'],
    buckets: [0.05, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers: [metrics],
  });

  /** Finds or creates the file and returns its size in bytes. */
  async function findOrCreate(clientId: string, file: string, document: string) {
    const stopTimer = duration.startTimer();
    try {
      const [size, outcome] = await limit.execute(async ({ signal }) => {
        const stored = await store.sizeOf(file);
        if (stored !== undefined) return [stored, 'stored'] as const;
        const admit = async () => assertWithinLimit(await limits.consume('reports', clientId));
        const pdf = await printer.print(clientId, document, signal, admit);
        await store.put(file, pdf);
        await store
          .prune(ownerOf(env.SIGNING_KEY, clientId), { keep: REPORTS.kept, newest: file })
          .catch((err) => log.warn({ err }, 'Older reports of a client could not be deleted.'));
        return [pdf.length, 'made'] as const;
      });
      stopTimer({ outcome });
      return size;
    } catch (cause) {
      stopTimer({ outcome: 'failed' });
      throw cause instanceof PortalError && cause.errorCode === 'RATE_LIMITED' ? cause : unavailable(cause);
    }
  }

  /** Concurrent requests for the same report share one creation. */
  function createOnce(clientId: string, file: string, document: string) {
    const known = inProgress.get(file);
    if (known) return known;
    const creating = findOrCreate(clientId, file, document).finally(() => inProgress.delete(file));
    inProgress.set(file, creating);
    return creating;
  }

  return {
    /**
     * The address, name and size of the client's report on its latest scan, in the language of its reader.
     *
     * @throws RATE_LIMITED after 20 new reports in an hour
     * @throws SERVICE_UNAVAILABLE if it cannot be created within 20 seconds, or too many of the client wait
     */
    async latest(db: TenantDb, tenant: Tenant, reader: string | undefined) {
      const report = await readReportData(db, tenant, await readModules(db, tenant, { env, use }));
      const brand = brandOver(portalBrand(env), await findBranding(database.accounts, tenant.clientId));
      const document = reportDocument(report, brand, await use(readerLanguage)(reader));
      // The name is derived from the content, so an unchanged report is the same file.
      const content = sign(env.SIGNING_KEY, 'report', tenant.clientId, report.scan?.runId ?? '', document);
      const file = `${ownerOf(env.SIGNING_KEY, tenant.clientId)}${content.slice(0, 27)}`;
      const filename = filenameOf(
        REPORT,
        'visibility-report',
        tenant.name,
        todayIn(tenant.timezone, report.scan?.asOf),
      );
      const size = await createOnce(tenant.clientId, file, document);
      const url = await store.urlOf(file, filename).catch((cause) => {
        throw unavailable(cause);
      });
      return { url, filename, size };
    },
    /**
     * Prints the report of a period, and says what is wrong with its figures. It is not stored, and not counted.
     *
     * @throws SERVICE_UNAVAILABLE if it cannot be printed within a minute, or too many of the client wait
     */
    async printPeriod(db: TenantDb, tenant: Tenant, report: PeriodReport) {
      const shown = await readModules(db, tenant, { env, use });
      const data = await readPeriodData(db, tenant, shown, report.period);
      const brand = brandOver(portalBrand(env), await findBranding(database.accounts, tenant.clientId));
      const document = periodDocument(data, report, brand);
      const { from, to } = report.period;
      const pdf = await periodLimit
        .execute(({ signal }) => printer.print(tenant.clientId, document, signal, async () => {}))
        .catch((cause) => {
          throw unavailable(cause);
        });
      return {
        pdf,
        filename: filenameOf(REPORT, 'report', tenant.name, `${from}-${to}`),
        findings: findingsOf(data, report.sections, periodWording(report.language)),
      };
    },
    read: store.read,
    /** Deletes the reports of a client. */
    erase: (clientId: string) => store.removeAll(ownerOf(env.SIGNING_KEY, clientId)),
    sweep: store.sweep,
    state: printer.state,
    async close() {
      await Promise.allSettled(inProgress.values());
      await printer.close();
    },
  };
}

export const reports = service(openReports, ({ close }) => close());
