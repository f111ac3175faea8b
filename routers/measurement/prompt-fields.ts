import { z } from 'zod';
import { queryMode } from '../../db/schema/index.ts';
import { singleLine, Timestamp, Uuid } from '../values/shapes.ts';

const REGION_CODE = /^[A-Z]{2}$/;
const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Codes that Unicode has beside those of ISO 3166. */
const OF_UNICODE_ALONE = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB XK ZZ'.split(' '));

/** Intl knows former and other codes too, such as UK, and turns them into those of today. */
const isCountry = (code: string) =>
  REGION_CODE.test(code) &&
  regions.of(code) !== undefined &&
  new Intl.Locale(`und-${code}`).region === code &&
  !OF_UNICODE_ALONE.has(code);

function isLanguage(tag: string) {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

export const Place = z
  .object({
    country: z.string().refine(isCountry, 'must be an ISO 3166 code of two letters, such as US or GB').meta({
      description: 'ISO 3166 code of the country.',
      example: 'US',
    }),
    region: singleLine(100).optional().meta({ description: 'Region.', maxLength: 100, example: 'Maine' }),
    city: singleLine(100).optional().meta({ description: 'Town.', maxLength: 100, example: 'Portland' }),
  })
  .describe('Where the question is asked.');

export const QueryMode = z.enum(queryMode.enumValues).describe('Type of the question.');

export const PromptTags = z
  .array(singleLine(40).meta({ maxLength: 40, example: 'implants' }))
  .max(5)
  .meta({
    description: 'Tags, which are never sent.',
    example: ['implants'],
  });

const text = singleLine(300).refine((value) => value.length >= 3, 'must have at least 3 characters');

export const PROMPT_TEXT = text.meta({
  description: 'The question, as it is put to the assistants.',
  minLength: 3,
  maxLength: 300,
  example: 'best dentist for implants in Portland Maine',
});

export const PROMPT_FIELDS = {
  text: PROMPT_TEXT,
  tags: PromptTags.default([]),
  language: z
    .string()
    .max(35)
    .refine(isLanguage, 'must be a BCP 47 language tag')
    .nullish()
    .meta({ description: 'BCP 47 tag of the language to answer in.', example: 'en-US' }),
  place: Place.nullish(),
  queryMode: QueryMode.default('local_discovery'),
};

export const MeasurementPrompt = z
  .object({
    id: Uuid.describe('Id of the prompt.'),
    text: z.string().meta({ description: 'The question.', example: 'best dentist for implants in Portland Maine' }),
    tags: z
      .array(z.string().meta({ example: 'implants' }))
      .max(5)
      .describe('Tags.'),
    language: z.string().nullable().meta({ description: 'Language to answer in; null for any.', example: 'en-US' }),
    place: z
      .object({
        country: z.string().meta({ description: 'ISO 3166 code of the country.', example: 'US' }),
        region: z.string().optional().meta({ description: 'Region.', example: 'Maine' }),
        city: z.string().optional().meta({ description: 'Town.', example: 'Portland' }),
      })
      .nullable()
      .describe('Where the question is asked; null for anywhere.'),
    queryMode: QueryMode,
    active: z.boolean().describe('Whether runs ask it.'),
    createdAt: Timestamp.describe('When it was added.'),
  })
  .meta({ id: 'MeasurementPrompt', description: 'A question that runs put to AI assistants.' });
