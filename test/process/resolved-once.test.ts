import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

/** Loads the app in a process, and lists the modules with their formats. */
async function modulesOf(...hooks: string[]) {
  const script = `
    import { registerHooks } from 'node:module';
    const modules = [];
    registerHooks({ load(url, context, next) { modules.push([url, context.format]); return next(url, context); } });
    ${hooks.map((file) => `await import('./${file}');`).join('\n')}
    await import('./portal/app.ts');
    process.stdout.write(JSON.stringify(modules), () => process.exit());
  `;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    env: { PATH: process.env.PATH },
    maxBuffer: 16 * 1024 * 1024,
  });
  const modules: [string, string][] = JSON.parse(stdout);
  return modules.filter(([url]) => !hooks.some((file) => url.endsWith(file))).toSorted();
}

it('resolves the modules of the portal as Node does by itself', async () => {
  const [alone, once] = await Promise.all([modulesOf(), modulesOf('portal/process/resolved-once.js')]);

  expect(once).toEqual(alone);
  expect(alone.filter(([url]) => url.includes('/drizzle-orm/')).length).toBeGreaterThan(100);
});
