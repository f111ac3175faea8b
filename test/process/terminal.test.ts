import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { onServer } from '../helpers/database.ts';
import { homeForThisTest } from '../helpers/process.ts';

const key = () => randomBytes(32).toString('base64');

/** Runs a portal in a terminal, sends a request and returns the terminal output. */
async function inTerminal(variables: Record<string, string> = {}) {
  const command = `"${process.execPath}" --disable-warning=ExperimentalWarning "${resolve('portal/start.js')}"`;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    env: { PATH: process.env.PATH, TERM: 'xterm-256color', PORT: '0', ...(await homeForThisTest()), ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text;
  });

  await expect.poll(() => said).toMatch(/listens on http:\S+\s/);
  await fetch(`${/listens on (http:\S+)/.exec(said)?.[1]}/healthz`);
  await expect.poll(() => said).toMatch(/\/healthz.*\r\n/);
  return { said, lines: stripVTControlCharacters(said).split('\r\n').filter(Boolean) };
}

it('the log is human-readable and coloured on a terminal', async () => {
  const { said, lines } = await inTerminal();

  expect(lines.at(-1)).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: GET \/healthz 200 \d+ ms {"reqId":"[\da-f-]{36}"}$/);
  expect(said).toContain('\x1b[32mINFO\x1b[39m');
  expect(lines.filter((line) => line.startsWith('{'))).toEqual([]);
});

it.skipIf(!onServer())('the log is JSON in production, even on a terminal', async () => {
  const keys = { INSIGHTS_SECRET: key(), PSEUDONYM_KEY: key(), ENCRYPTION_KEY: key(), SIGNING_KEY: key() };

  const { lines } = await inTerminal({ NODE_ENV: 'production', ...keys });

  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ level: 30, path: '/healthz', status: 200 });
});
