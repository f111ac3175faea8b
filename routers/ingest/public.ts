// The interface for other domains.
export { IngestReceipt, RecordBatch, storeBatch } from './records.ts';
export { ScanReceipt, storeScan } from './scans.ts';
