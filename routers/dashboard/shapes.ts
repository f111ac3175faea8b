import { z } from 'zod';

export const GoalsSummary = z
  .object({
    total: z.number().int().meta({ description: 'Number of goals.', example: 6 }),
    completed: z.number().int().meta({ description: 'Number of completed goals.', example: 2 }),
    inProgress: z.number().int().meta({ description: 'Number of goals in progress.', example: 3 }),
    overdue: z.number().int().meta({ description: 'Number of overdue goals.', example: 1 }),
  })
  .meta({ id: 'GoalsSummary', description: 'Number of goals by status.' });
