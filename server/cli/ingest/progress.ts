import cliProgress from 'cli-progress';

const COMPLAINTS = 1000;
const FORMAT = '{bar} {percentage}% | {done} read, {refused} refused | {eta_formatted} left | {file}';

/** A bar on the terminal, below which nothing is lost: what is logged stands above it. */
function drawn(total: number) {
  const bars = new cliProgress.MultiBar({ format: FORMAT, hideCursor: true }, cliProgress.Presets.shades_classic);
  const bar = bars.create(Math.max(1, total), 0, { done: 0, refused: 0, file: '' });
  return {
    say: (text: string) => bars.log(text),
    update: (bytes: number, told: object) => bar.update(bytes, told),
    stop: () => bars.stop(),
  };
}

/** Where nobody watches, nothing is drawn. */
const plain = () => ({
  say: (text: string) => void process.stderr.write(text),
  update: (_bytes: number, _told: object) => {},
  stop: () => {},
});

/** Says how far it is on a terminal, and on standard error what was refused and why: a thousand times, then no more. */
export function progressReporter(totalBytes: number) {
  const screen = process.stderr.isTTY ? drawn(totalBytes) : plain();
  const counted = { done: 0, refused: 0 };
  return {
    refused(file: string, place: string, reason: string) {
      counted.refused++;
      if (counted.refused <= COMPLAINTS) screen.say(`${file}, ${place}: ${reason}\n`);
      if (counted.refused === COMPLAINTS) screen.say('From here on they are only counted.\n');
    },
    progressed(file: string, bytes: number) {
      counted.done++;
      screen.update(bytes, { ...counted, file });
    },
    done: () => screen.stop(),
  };
}

export type ProgressReporter = ReturnType<typeof progressReporter>;
