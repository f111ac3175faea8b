import { seconds } from '../../server/durations.ts';
import { collectGarbage } from '../../server/garbage-collection.ts';

/**
 * Returns the memory of the start to the system. Loading the modules grows V8's young generation to 125 MiB, which it
 * keeps; a collection of this kind shrinks it, in 100 ms. A lower bound for it (--max-semi-space-size) would cost up to
 * twice the processor time of a read under load.
 */
const releaseMemory = () => collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' });

/** After everything that is loaded shortly after the start. */
export const releaseMemoryOfStart = () => setTimeout(releaseMemory, seconds(4)).unref();
