import { eq } from 'drizzle-orm';
import { clientErasures, clientExports } from '../../db/schema/index.ts';
import { makeExport } from '../../routers/exports/archive/make-export.ts';
import { eraseClient } from '../../routers/operator/erasure/erase-client.ts';
import { download } from './pdf.ts';
import type { Person } from './people.ts';
import type { Portal } from './portal.ts';
import { readArchive } from './zip.ts';

const job = { id: '00000000-0000-7000-8000-000000000000' };

/** Makes the exports of a client that wait. */
export async function makeExports({ deps }: Pick<Portal, 'deps'>, { orgId }: { orgId: string }) {
  const ofClient = eq(clientExports.orgId, orgId);
  const rows = await deps.database.accounts.select({ exportId: clientExports.id }).from(clientExports).where(ofClient);
  for (const row of rows) await makeExport(deps)(row, job);
}

/** Asks for the export of a client and waits for it. Returns its row in the list. */
export async function exportOf(portal: Portal, operator: Pick<Person, 'post' | 'get'>, client: { orgId: string }) {
  const path = `/api/operator/clients/${client.orgId}`;
  const asked = await operator.post(`${path}/export`);
  if (asked.statusCode !== 202) throw new Error(`No export: ${asked.body}`);
  await makeExports(portal, client);
  const [row] = (await operator.get(`${path}/exports`)).json().data;
  return row as { id: string; status: string; url: string; createdAt: string; expiresAt: string };
}

/** Downloads an archive, without a session. */
export const archiveAt = async (portal: Portal, url: string) => readArchive((await download(portal, url)).rawPayload);

/** Erases a client whose grace is over. */
export const eraseNow = ({ deps }: Pick<Portal, 'deps'>, { orgId }: { orgId: string }) =>
  eraseClient(deps)({ orgId }, {});

/** Ends the grace of a client, and erases it. */
export async function eraseAfterGrace(portal: Pick<Portal, 'deps'>, client: { orgId: string }) {
  const eraseAt = new Date(Date.now() - 1000);
  const ofClient = eq(clientErasures.orgId, client.orgId);
  await portal.deps.database.accounts.update(clientErasures).set({ eraseAt }).where(ofClient);
  await eraseNow(portal, client);
}
