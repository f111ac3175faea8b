import { isNull, type JsonSchema, type NamedSchemas, resolve } from './json-schema.ts';

/** A number or flag is a fair example as soon as it is in range; a text is not. */
const plainExample = ({ type, minimum = 0 }: JsonSchema) =>
  type === 'number' || type === 'integer' ? minimum : type === 'boolean' ? true : undefined;

/**
 * A value that must exist already: an id or a token of somebody. Optional ones stay out, so that the example succeeds.
 */
const isForeign = (name: string, { format }: JsonSchema) => format === 'uuid' || /token$/i.test(name);

function objectExample({ properties = {}, required = [] }: JsonSchema, named: NamedSchemas) {
  const example: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    const isRequired = required.includes(name);
    if (!isRequired && isForeign(name, resolve(property, named))) continue;
    const value = exampleOf(property, named) ?? (isRequired ? plainExample(property) : undefined);
    if (value !== undefined) example[name] = value;
    else if (isRequired) return undefined;
  }
  return example;
}

function arrayExample(items: JsonSchema, named: NamedSchemas) {
  const item = exampleOf(items, named);
  return item === undefined ? undefined : [item];
}

/**
 * An example of a schema, put together from the examples of its fields; its own example wins. Undefined where a
 * required field has none.
 */
export function exampleOf(schema: JsonSchema, named: NamedSchemas): unknown {
  const { example, examples, properties, items, anyOf, oneOf, ...rest } = resolve(schema, named);
  const own = schema.example ?? example ?? examples?.[0] ?? rest.const ?? rest.default ?? rest.enum?.[0];
  if (own !== undefined) return own;

  const variant = (anyOf ?? oneOf)?.find((one) => !isNull(one));
  if (variant) return exampleOf(variant, named);
  if (items) return arrayExample(items, named);
  return properties ? objectExample({ ...rest, properties }, named) : undefined;
}
