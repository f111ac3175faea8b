import { z } from 'zod';
import { contentFormat, contentTemplates } from '../../db/schema/index.ts';
import { RECORDS_PER_CLIENT } from '../../server/limits/sizes.ts';
import { atMost } from '../records/record-bound.ts';
import { recordType } from '../records/record-type.ts';
import { Key, Label, listOf, Text, Title } from '../values/fields.ts';

const Variable = z.object({
  key: Key.meta({ description: 'Key of the variable in the body.', example: 'treatment' }),
  label: Label.meta({ description: 'Label for a form.', example: 'Name of the treatment' }),
  required: z.boolean().describe('Whether a value is required.'),
});

const template = recordType(
  contentTemplates,
  z
    .object({
      name: Title.meta({ description: 'Name of the template.', example: 'Treatment page' }),
      description: Text.nullish().meta({
        description: 'Purpose of the template.',
        example: 'A treatment: what happens, what it costs and how to book it.',
      }),
      category: Label.meta({ description: 'Category.', example: 'service' }),
      vertical: Label.nullish().meta({ description: 'Industry; null for all industries.', example: 'dental' }),
      contentFormat: z.enum(contentFormat.enumValues).describe('Format of the body.'),
      body: z.string().max(20_000).meta({
        description: 'Content with variables as `{{key}}`.',
        example: '## What is {{treatment}}?',
      }),
      variables: listOf(Variable, 50).describe('Variables of the body.'),
    })
    .describe('A template for new pages.'),
  { bound: atMost(RECORDS_PER_CLIENT.templates, contentTemplates, 'templates') },
);

/** The record types of this domain, by `type`. */
export const cmsRecords = { template };
