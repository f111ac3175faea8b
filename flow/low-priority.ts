import { constants, setPriority } from 'node:os';
import { threadId } from 'node:worker_threads';

// Imported by what runs on the body thread. On Linux a priority is that of the thread that asks for it.
if (threadId > 0 && process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
