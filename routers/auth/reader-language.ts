import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import { languageOf, preferredLocale } from '../../server/languages.ts';
import { service } from '../../server/services.ts';

/** The language of somebody's profile, else the one that the request asks for; English for all others. */
export const readerLanguage = service(
  ({ database: { accounts } }) =>
    async (userId: string | undefined, acceptLanguage?: string) => {
      const own = accounts.select({ locale: users.locale }).from(users);
      const [reader] = userId ? await own.where(eq(users.id, userId)) : [];
      return languageOf(reader?.locale ?? preferredLocale(acceptLanguage));
    },
);
