import type { contentTemplates } from '../../../db/schema/index.ts';

export type SharedTemplate = Omit<typeof contentTemplates.$inferSelect, 'clientId' | 'externalId' | 'createdAt'>;

/** What of a shared template is written in a language. */
export type SharedText = Pick<SharedTemplate, 'name' | 'description' | 'category' | 'body' | 'variables'>;

/** A variable that a page made of the template asks for. */
export const field = (key: string, label: string, required = true) => ({ key, label, required });
