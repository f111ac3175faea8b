import {
  addressesMatch,
  type BusinessRecord,
  countryOf,
  domainsMatch,
  namesMatch,
  phonesMatch,
} from '../../../visibility/public.ts';

type Node = Record<string, unknown>;

/** What structured data states about the organization. */
const STATED = ['name', 'phone', 'address', 'website'] as const;
export type Stated = (typeof STATED)[number];

const MOST_NODES = 500;
/** What has a name and an address without being the organization. */
const OTHERS = /^(?:person|event|place|review|jobposting|postaladdress|website|webpage|product|article|imageobject)$/i;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const textsOf = (value: unknown) =>
  (Array.isArray(value) ? value : [value]).filter(
    (text): text is string => typeof text === 'string' && text.trim() !== '',
  );
const typesOf = (node: Node) => textsOf(node['@type']).map((type) => type.replace(/^.*[/#:]/, ''));

/** All nodes of the data, without recursion: nobody says how deep it is. */
function nodesIn(data: readonly unknown[]): Node[] {
  const queue = [...data];
  const nodes: Node[] = [];
  while (queue.length > 0 && nodes.length < MOST_NODES) {
    const value = queue.shift();
    if (Array.isArray(value)) queue.push(...value.slice(0, MOST_NODES));
    else if (isNode(value)) {
      nodes.push(value);
      for (const key of ['@graph', 'mainEntity', 'about', 'publisher', 'provider'])
        if (value[key]) queue.push(value[key]);
    }
  }
  return nodes;
}

/** Whether a node is about a business: of a type of its kind, or with a phone number or postal address. */
function isBusiness(node: Node) {
  const types = typesOf(node);
  if (types.some((type) => OTHERS.test(type))) return false;
  return types.some((type) => /organization$|business$/i.test(type)) || 'telephone' in node || 'address' in node;
}

const PARTS = ['streetAddress', 'addressLocality', 'addressRegion', 'postalCode'];

/** An address as a text, once with all its parts and once without the region, which records often lack. */
function addressTexts(value: unknown): string[] {
  if (!isNode(value)) return textsOf(value);
  const joined = (parts: string[]) => parts.flatMap((part) => textsOf(value[part])).join(', ');
  return [joined(PARTS), joined(PARTS.filter((part) => part !== 'addressRegion')), joined(PARTS.slice(0, 1))].filter(
    Boolean,
  );
}

/** Whether the data state something of the record, and what of it differs. */
export function comparedWithRecord(data: readonly unknown[], record: BusinessRecord) {
  const home = countryOf(record);
  const compared = new Set<Stated>();
  const differing = new Set<Stated>();
  const compare = (
    what: Stated,
    own: string | null,
    texts: string[],
    same: (own: string, stated: string) => boolean,
  ) => {
    if (!own || texts.length === 0) return;
    compared.add(what);
    if (!texts.some((text) => same(own, text))) differing.add(what);
  };
  for (const node of nodesIn(data).filter(isBusiness)) {
    const names = ['name', 'legalName', 'alternateName'].flatMap((key) => textsOf(node[key]));
    compare('name', record.name, names, namesMatch);
    compare('phone', record.phone, textsOf(node.telephone), (own, stated) => phonesMatch(own, stated, home));
    const places = Array.isArray(node.address) ? node.address : [node.address];
    compare('address', record.address, places.flatMap(addressTexts), addressesMatch);
    compare('website', record.website, textsOf(node.url), domainsMatch);
  }
  return { isCompared: compared.size > 0, differing: STATED.filter((what) => differing.has(what)) };
}
