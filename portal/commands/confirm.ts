import { createInterface } from 'node:readline/promises';
import { CommandRefused } from '../../server/command.ts';
import { minutes } from '../../server/durations.ts';

const TIMEOUT = minutes(5);

/** Asks for a name at the terminal. @throws CommandRefused unless it is typed */
export async function confirm(name: string) {
  const { stdin, stderr } = process;
  if (!stdin.isTTY || !stderr.isTTY) throw new CommandRefused('This cannot be undone: add --yes if you mean it.');
  const terminal = createInterface({ input: stdin, output: stderr });
  try {
    const question = `This cannot be undone. Type ${name} to go on: `;
    // An empty answer on Ctrl-D, Ctrl-C or after a while.
    const typed = await terminal.question(question, { signal: AbortSignal.timeout(TIMEOUT) }).catch(() => '');
    if (typed.trim() !== name) throw new CommandRefused('Nothing was done: that is another name.');
  } finally {
    terminal.close();
  }
}
