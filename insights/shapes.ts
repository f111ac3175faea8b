import { z } from 'zod';

// Figures in messages.

export const score = (description: string, example: number) =>
  z.number().min(0).max(100).meta({ description, example });
export const fraction = (description: string, example: number) =>
  z.number().min(0).max(1).meta({ description, example });
export const count = (description: string, example: number) =>
  z.number().int().nonnegative().meta({ description, example });
export const timestamp = (description: string) =>
  z.iso.datetime().meta({ description, example: '2026-02-15T02:00:00.000Z' });
