// Child process of unpacked-chromium.ts: unpacks Chromium into the temporary folder.
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
