import { write } from 'node:fs';
import { workerData } from 'node:worker_threads';

// JavaScript, because a thread does not share the compile cache: removing types would take 15 MiB.

/** @type {{ heartbeat: Int32Array, stall: number }} */
const { heartbeat, stall } = workerData;
const INTERVAL = 1000;
const EXIT = 3000;

const kill = () => process.kill(process.pid, 'SIGKILL');

// Ticks of this thread are counted, not the time: a suspended machine stops both threads.
let missed = 0;
let latest = -1;
let exiting = 0;
const timer = setInterval(() => {
  const isExiting = Atomics.load(heartbeat, 2) === 1;
  if (isExiting && ++exiting * INTERVAL >= EXIT) kill();

  const count = Atomics.load(heartbeat, 0);
  const debugged = Atomics.load(heartbeat, 1) === 1;
  missed = count === latest && !debugged ? missed + 1 : 0;
  latest = count;
  if (missed * INTERVAL < stall) return;

  clearInterval(timer);
  const msg = `The event loop stood still for ${stall / 1000} s; ending the process.`;
  const line = `${JSON.stringify({ level: 60, time: Date.now(), pid: process.pid, msg })}\n`;
  // Not in this thread: a write into a pipe that nobody reads never returns.
  write(1, line, kill);
  setTimeout(kill, INTERVAL);
}, INTERVAL);
