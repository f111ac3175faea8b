import { z } from 'zod';
import { contentSuggestions, suggestionStatus } from '../../../db/schema/index.ts';
import { Fraction, Label, listOf, PastMoment, Text, Title } from '../bounds.ts';
import { recordType } from './record-type.ts';

export const suggestion = recordType(
  contentSuggestions,
  z.object({
    title: Title,
    summary: Text,
    contentType: Label,
    targetQuery: z.string().max(500).nullish(),
    status: z.enum(suggestionStatus.enumValues),
    confidence: Fraction,
    rationale: Text.nullish(),
    sources: listOf(Label, 50),
    createdAt: PastMoment.nullish(),
  }),
);
