import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bytesAtMost, jsonBytes } from '../../server/lists/page.ts';

it('the estimated size of a list is never below its size', () => {
  const value = fc.jsonValue({ stringUnit: 'binary', maxDepth: 4 });
  const row = fc.record({ value, time: fc.date({ noInvalidDate: true }), rate: fc.double({ noNaN: true }) });
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      expect(bytesAtMost(rows)).toBeGreaterThanOrEqual(jsonBytes(rows));
    }),
  );
});
