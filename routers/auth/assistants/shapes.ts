import { z } from 'zod';
import { singleLine } from '../../values/shapes.ts';
import { isRedirectUri } from './addresses.ts';

/** The name that an assistant gives itself. */
export const AssistantName = singleLine(120).default('Assistant');

export const RedirectUris = z.array(z.string().refine(isRedirectUri)).min(1).max(10);

export const GrantScope = z.enum(['read', 'write']);
export const SCOPES = '`read`: read the organization’s data. `write`: change it, and ask questions.';
