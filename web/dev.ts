import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

// `npm run dev`: the portal, restarted on changes, and its pages at an address of their own, replaced while they are
// open.

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const port = process.env.PORT ?? '3000';
process.env.PORTAL_URL = `http://localhost:${port}`;
const pages = await createServer({ configFile: here('./vite.config.ts') });
await pages.listen();
const address = `http://localhost:${pages.config.server.port}`;
process.stdout.write(`\nThe pages, replaced on changes: ${address}\n`);

const portal = spawn(
  process.execPath,
  ['--disable-warning=ExperimentalWarning', '--watch', here('../portal/start.js')],
  // Links in mails lead to the pages that are being worked on, and requests from there are its own.
  { stdio: 'inherit', env: { ...process.env, APP_URL: process.env.APP_URL ?? address } },
);
portal.once('exit', async (code) => {
  await pages.close();
  process.exit(code ?? 1);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => portal.kill(signal));
