import { PortalError } from '../../../server/errors.ts';

/** A refusal by its code of RFC 6749, 7591 or 8707. */
export const oauthError = (oauthCode: string, sentence: string) =>
  new PortalError('VALIDATION_ERROR', sentence, { oauthCode });
