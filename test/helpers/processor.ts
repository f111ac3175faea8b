/** Milliseconds that work takes of the processor, in all threads: not those that it waits for one on a busy machine. */
export async function processorTime(work: () => unknown) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The least of three times: others only add to it. */
export async function leastProcessorTime(work: () => unknown) {
  return Math.min(await processorTime(work), await processorTime(work), await processorTime(work));
}
