import { alerts, annotations } from '../../db/schema/index.ts';
import { clientDb } from './client-db.ts';
import type { Person } from './people.ts';
import type { Portal } from './portal.ts';

// Organizations that have as many as they may.

/** Makes an alert where there are 50. */
export async function oneAlertTooMany(admin: Person, on: Portal) {
  const { orgId: clientId, userId: createdBy } = admin;
  const alert = { metric: 'sessions' as const, when: 'below' as const, value: 1, channels: ['mail' as const] };
  await clientDb(on, clientId)
    .insert(alerts)
    .values(Array.from({ length: 50 }, () => ({ ...alert, clientId, createdBy })));
  return admin.post('/api/alerts', alert);
}

/** Makes a note on charts where there are 1,000. */
export async function oneNoteTooMany(admin: Person, on: Portal) {
  const { orgId: clientId, userId: createdBy } = admin;
  await clientDb(on, clientId)
    .insert(annotations)
    .values(Array.from({ length: 1000 }, () => ({ clientId, date: '2026-01-14', text: 'One', createdBy })));
  return admin.post('/api/annotations', { date: '2026-01-14', text: 'One too many' });
}
