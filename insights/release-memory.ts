import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Returns the memory that loading took to the system, as the portal does. The flag is set late: given at the start, it
 * would make Node keep compiled code apart from the portal's.
 */
export function releaseMemory() {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
