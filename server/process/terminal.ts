import type { DestinationStream } from 'pino';

/** Where the log is readable lines, for whoever sits before a terminal. Nothing in production, or without a terminal. */
export async function terminal(): Promise<DestinationStream | undefined> {
  const { stdout, env } = process;
  if (!stdout.isTTY || env.NODE_ENV === 'production') return undefined;

  const { prettyFactory } = await import('pino-pretty');
  const readable = prettyFactory({
    colorize: stdout.hasColors(),
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
    messageFormat: '{if path}{method} {path} {status} {ms} ms{end}{msg}',
    ignore: 'pid,method,path,status,ms',
  });
  // Written synchronously: the last line before an exit matters most.
  return { write: (line) => void stdout.write(readable(line)) };
}
