import { expect, it } from 'vitest';
import { RECORD_TYPES } from '../../routers/ingest/record-types.ts';
import { RECORDS } from '../helpers/records.ts';

it('the helpers have an example of every record type', () => {
  expect(Object.keys(RECORDS).sort()).toEqual([...RECORD_TYPES.keys()]);
});
