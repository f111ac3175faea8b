import { describe, expect, it } from 'vitest';
import { document } from '../../openapi/document.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile();

describe('the documentation', () => {
  it('loads its script and the document from the portal only', async () => {
    const page = await portal.inject({ url: '/docs/' });
    const [script = ''] = [...page.body.matchAll(/src="([^"]+)"/g)].map(([, source]) => source);
    const loaded = await portal.inject({ url: new URL(script, 'http://portal/docs/').pathname });

    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect([loaded.statusCode, loaded.body.length > 100_000]).toEqual([200, true]);
  });

  it('serves the OpenAPI document', async () => {
    const served = await portal.inject({ url: '/openapi.json' });

    expect(served.json()).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it.each(['/healthz', '/docs/', '/openapi.json'])('%s needs no session', async (url) => {
    const { statusCode } = await portal.inject({ url });

    expect(statusCode).toBe(200);
  });
});
