import type { FileKind } from '../../server/files/kinds.ts';
import { sign } from '../../server/files/links.ts';
import { normalizeText } from '../visibility/public.ts';

/** The common start of the names of a client's files, so that the store can find them. Nobody can guess it. */
export const ownerOf = (key: string, clientId: string) => sign(key, 'report owner', clientId).slice(0, 16);

/** A word for file names: of other than Latin letters nothing is left. */
export const slug = (name: string) =>
  normalizeText(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '');

/** For example `visibility-report-harbor-street-dental-2026-02-15.pdf`; names without Latin letters are left out. */
export const filenameOf = ({ extension }: FileKind, what: string, name: string, day: string) =>
  `${[what, slug(name), day].filter(Boolean).join('-')}.${extension}`;
