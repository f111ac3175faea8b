// The interface for other domains.
export { countingBytes, DAY_BYTES } from './day-bytes.ts';
export { RECORD_TYPES } from './record-types.ts';
export { IngestReceipt, RecordBatch, storeBatch } from './records.ts';
export { prepareScan, ScanReceipt, storeScan, writeScan } from './scans.ts';
export { storeRecords } from './store-records.ts';
