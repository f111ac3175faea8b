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

it('the size of a list counts long texts as JSON writes them', () => {
  const unit = fc.oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0xd7f0, max: 0xe010 }),
    fc.integer({ min: 0, max: 0xffff }),
  );
  const text = fc
    .array(unit, { minLength: 10, maxLength: 30 })
    .map((units) => String.fromCharCode(...units).repeat(100));
  fc.assert(
    fc.property(fc.array(fc.record({ text, note: fc.string() })), (rows) => {
      expect(jsonBytes(rows)).toBe(Buffer.byteLength(JSON.stringify(rows)));
    }),
  );
});
