import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withTables } from '../../ops/reference.ts';

it('docs/reference.md has the limits and times of the code: `npm run reference` writes them', () => {
  const document = readFileSync('docs/reference.md', 'utf8');

  expect(withTables(document)).toBe(document);
  expect(document).toContain('| sign-in attempts, good or bad (`LOGIN_ATTEMPTS`) | 5 | 15 minutes | an address |');
});
