import { z } from 'zod';
import { investments } from '../../../db/schema/index.ts';
import { Day } from '../../shapes.ts';
import { Label, Money, Text } from '../bounds.ts';
import { recordType } from './record-type.ts';

export const investment = recordType(
  investments,
  z.object({
    date: Day,
    category: Label,
    description: Text.nullish(),
    amount: Money.min(0),
    estimatedReturn: Money,
  }),
);
