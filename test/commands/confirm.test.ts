import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

/** Asks for the name `lena@example.com` on a terminal, types an answer, and returns what was said. */
async function asked(answer: string) {
  const module = JSON.stringify(resolve('portal/commands/confirm.ts'));
  const code = `import(${module}).then(({ confirm }) => confirm("lena@example.com")).then(() => console.log("CONFIRMED"), ({ message }) => console.log(message))`;
  const child = spawn('script', ['-qec', `"${process.execPath}" -e "$CODE"`, '/dev/null'], {
    env: { PATH: process.env.PATH, TERM: 'dumb', CODE: code },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  const ended = once(child, 'close');
  await expect.poll(() => said).toContain('Type lena@example.com to go on: ');
  child.stdin.write(answer);
  await ended;
  return said;
}

it('goes on when somebody types the name on a terminal', async () => {
  expect(await asked('lena@example.com\n')).toContain('CONFIRMED');
});

it.each([
  ['another name', 'yes\n'],
  ['nothing', '\n'],
  ['the end of input', '\x04'],
])('does nothing after %s', async (_what, answer) => {
  const said = await asked(answer);

  expect(said).toContain('Nothing was done');
  expect(said).not.toContain('CONFIRMED');
});
