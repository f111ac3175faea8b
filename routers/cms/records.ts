import { z } from 'zod';
import { contentFormat, contentTemplates } from '../../db/schema/index.ts';
import { Key, Label, listOf, Text, Title } from '../fields.ts';
import { recordType } from '../record-type.ts';

const Variable = z.object({ key: Key, label: Label, required: z.boolean() });

const template = recordType(
  contentTemplates,
  z.object({
    name: Title,
    description: Text.nullish(),
    category: Label,
    vertical: Label.nullish(),
    contentFormat: z.enum(contentFormat.enumValues),
    body: z.string().max(20_000),
    variables: listOf(Variable, 50),
  }),
);

/** The record types that pipelines send to this domain, by their `type`. */
export const cmsRecords = { template };
