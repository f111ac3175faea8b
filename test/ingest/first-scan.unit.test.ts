import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { Scan } from '../../routers/visibility/scan.ts';
import { markedParts } from '../helpers/scan-parts.ts';
import { scan } from '../helpers/scans.ts';

const { actionPlan } = markedParts('first');
const first = scan({ actionPlan });

it('leaves no rejected promise behind when tRPC first tries to parse a scan in one turn', async () => {
  const rejected: unknown[] = [];
  const note = (reason: unknown) => void rejected.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));

  expect(() => Scan.parse(first)).toThrow('parseAsync');
  expect((await Scan.safeParseAsync(first)).success).toBe(true);
  await pause(100);

  expect(rejected).toEqual([]);
});
