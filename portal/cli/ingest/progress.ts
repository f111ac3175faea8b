import cliProgress from 'cli-progress';

const MAX_MESSAGES = 1000;
const FORMAT = '{bar} {percentage}% | {read} read, {rejected} rejected | {eta_formatted} left | {file}';

/** A progress bar on the terminal, with messages above it. */
function progressBar(totalBytes: number) {
  const bars = new cliProgress.MultiBar({ format: FORMAT, hideCursor: true }, cliProgress.Presets.shades_classic);
  const bar = bars.create(Math.max(1, totalBytes), 0, { read: 0, rejected: 0, file: '' });
  return {
    log: (text: string) => bars.log(text),
    update: (bytes: number, payload: object) => bar.update(bytes, payload),
    stop: () => bars.stop(),
  };
}

/** Messages only, for output that is not a terminal. */
const plainOutput = () => ({
  log: (text: string) => void process.stderr.write(text),
  update: (_bytes: number, _payload: object) => {},
  stop: () => {},
});

/** Shows progress on a terminal, and on standard error the first 1,000 rejections. */
export function openProgress(totalBytes: number) {
  const output = process.stderr.isTTY ? progressBar(totalBytes) : plainOutput();
  const counts = { read: 0, rejected: 0 };
  return {
    rejected(file: string, place: string, reason: string) {
      counts.rejected++;
      if (counts.rejected <= MAX_MESSAGES) output.log(`${file}, ${place}: ${reason}\n`);
      if (counts.rejected === MAX_MESSAGES) output.log('Further rejections are counted, but not shown.\n');
    },
    advance(file: string, bytes: number) {
      counts.read++;
      output.update(bytes, { ...counts, file });
    },
    stop: () => output.stop(),
  };
}

export type Progress = ReturnType<typeof openProgress>;
