import type { DestinationStream } from 'pino';

/** The human-readable log stream for a terminal; undefined in production or without a terminal. */
export async function terminal(): Promise<DestinationStream | undefined> {
  const { stdout, env } = process;
  if (!stdout.isTTY || env.NODE_ENV === 'production') return undefined;

  const { prettyFactory } = await import('pino-pretty');
  const readable = prettyFactory({
    colorize: stdout.hasColors(),
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
    messageFormat: '{if path}{method} {path} {status} {ms} ms{end}{msg}',
    ignore: 'pid,method,path,route,status,ms',
  });
  // Synchronous, so that the last line before an exit is not lost.
  return { write: (line) => void stdout.write(readable(line)) };
}
