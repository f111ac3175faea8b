// A process of its own, run by unpacked-chromium.ts: unpacks Chromium into its folder for temporary files.
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
