import { z } from 'zod';
import { IN_ORDER, singleLine } from '../../values/shapes.ts';
import { isRedirectUri } from './addresses.ts';

/** The name that an assistant gives itself. The page that asks for consent shows it in a sentence. */
export const AssistantName = singleLine(120)
  .regex(...IN_ORDER)
  .default('Assistant');

export const RedirectUris = z.array(z.string().refine(isRedirectUri)).min(1).max(10);

export const GrantScope = z.enum(['read', 'write']);
export const SCOPES = '`read`: read the organization’s data. `write`: change it, and ask questions.';
