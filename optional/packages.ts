import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** A package that an installation may lack, and the variables whose use needs it. */
interface Need {
  packages: string[];
  /** Settings that need the packages. */
  by: string[];
}

/** A setting without which the packages are needed. */
interface NeedWithout {
  packages: string[];
  without: string;
}

/**
 * What `npm ci --omit=optional` leaves out and a configuration can need. npm also leaves out an optional package that
 * asks for a newer Node than npm's own: those that do (the SDKs for AI, OpenTelemetry, Chromium) are not optional.
 */
const NEEDS: (Need | NeedWithout)[] = [
  { packages: ['@electric-sql/pglite'], without: 'DATABASE_URL' },
  { packages: ['ioredis'], by: ['REDIS_URL'] },
  { packages: ['stripe'], by: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] },
  { packages: ['@aws-sdk/client-s3', '@aws-sdk/lib-storage', '@aws-sdk/s3-request-presigner'], by: ['S3_BUCKET'] },
  { packages: ['playwright-core'], by: ['CHROMIUM_PATH'] },
];

/** The folder of an installed package. Its `exports` may hide its package.json, and all of it from `require`. */
export function packageFolder(name: string) {
  const paths = createRequire(import.meta.url).resolve.paths(name) ?? [];
  return paths.map((path) => join(path, name)).find((folder) => existsSync(join(folder, 'package.json')));
}

/** The first package that the settings need and that is not installed, as a sentence; it begins with the variable. */
export function missingPackage(settings: Record<string, string | undefined>) {
  for (const need of NEEDS) {
    const missing = need.packages.find((name) => !packageFolder(name));
    if (!missing) continue;
    const rest = `the package ${missing}, which is not installed: run npm ci without --omit=optional.`;
    if ('without' in need) {
      if (!settings[need.without]?.trim()) return `${need.without} must be set, or else the portal needs ${rest}`;
      continue;
    }
    const variable = need.by.find((name) => settings[name]?.trim());
    if (variable) return `${variable} needs ${rest}`;
  }
  return undefined;
}
