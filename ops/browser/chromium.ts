import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { DEMO_OPERATOR } from '../../demo/data/operator.ts';
import { DEMO } from '../../demo/seed.ts';
import { currentCode } from '../../routers/auth/two-factor/totp.ts';
import { findChromiums } from '../../routers/exports/report/executables.ts';
import type { Executable } from '../../routers/exports/report/unpacked-chromium.ts';

/** The browser that reports are printed with. */
export async function openChromium(DATA_DIR: string) {
  const { value } = await findChromiums({ CHROMIUM_PATH: process.env.CHROMIUM_PATH, DATA_DIR }).next();
  if (!value) throw new Error('There is no Chromium: set CHROMIUM_PATH.');
  return startChromium(value);
}

export function startChromium({ path: executablePath, variables }: Executable) {
  // Software that plays a graphics card takes a part of the processor, and shows no more.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-software-rasterizer'];
  return chromium.launch({ executablePath, env: { ...process.env, ...variables } as Record<string, string>, args });
}

/** Waits until the page has its heading and nothing is on its way any more. */
export async function settled(page: Page) {
  await page.locator('h1').first().waitFor();
  while ((await page.locator('[aria-busy="true"]').count()) > 0) await page.waitForTimeout(50);
}

async function post({ request }: BrowserContext, path: string, data: object) {
  const answer = await request.post(path, { data });
  if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json();
}

/** Signs a window in to the demo as its administrator. */
export const signInToDemo = (context: BrowserContext) => post(context, '/api/auth/login', DEMO);

/** Signs a window in as the demo's operator, with the second factor that the portal has printed. */
export async function signInAsOperator(context: BrowserContext, said: string) {
  const secret = /secret=([A-Z2-7]+)/.exec(said)?.[1];
  if (!secret) throw new Error('The portal has not printed the second factor of the operator.');
  const { tempToken } = await post(context, '/api/auth/login', { ...DEMO, email: DEMO_OPERATOR });
  await post(context, '/api/auth/2fa/verify-login', { tempToken, code: currentCode(secret) });
}
