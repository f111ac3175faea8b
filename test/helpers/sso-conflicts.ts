import { eq } from 'drizzle-orm';
import { organizations } from '../../db/schema/index.ts';
import type { Person } from './people.ts';
import type { Portal } from './portal.ts';

const SETTINGS = '/api/auth/org/sso';
const PROVIDER = {
  issuer: 'https://login.harborstreetdental.example',
  clientId: 'portal',
  clientSecret: 'a secret',
  domains: ['harborstreetdental.example'],
};

/** Changes of single sign-on that the state of the organization does not allow. */
export const SSO_CONFLICTS: Record<string, [string, (admin: Person, on: Portal) => ReturnType<Person['get']>]> = {
  'PUT /auth/org/sso': ['INVALID_TRANSITION', (admin) => admin.put(SETTINGS, { ...PROVIDER, enforce: true })],
  'DELETE /auth/org/sso': [
    'INVALID_TRANSITION',
    async (admin, { deps }) => {
      const signIn = { password: false, emailCode: false, passkey: false };
      await deps.database.accounts.update(organizations).set({ signIn }).where(eq(organizations.id, admin.orgId));
      return admin.del(SETTINGS);
    },
  ],
};
