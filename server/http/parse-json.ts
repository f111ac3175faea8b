import { parse } from 'secure-json-parse';
import { PortalError } from '../errors.ts';

/** Parses JSON, without `__proto__`. @throws INVALID_JSON */
export function parseJson(text: string): unknown {
  try {
    return parse(text, { protoAction: 'remove', constructorAction: 'ignore' });
  } catch (cause) {
    throw new PortalError('INVALID_JSON', undefined, { cause });
  }
}
