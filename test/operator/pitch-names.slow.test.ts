import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEngines, workOffRuns } from '../helpers/engines.ts';
import { registerOperator } from '../helpers/operators.ts';
import { readPdf } from '../helpers/pdf.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { makeProspect } from '../helpers/prospects.ts';

const engines = await startTestEngines();
afterAll(() => engines.close());
const portal = portalForThisFile({ besideOthers: true, env: engines.env });

let operator: Person;
beforeAll(async () => {
  operator = await registerOperator(portal);
});

/** The page and the PDF of the pitch of a prospect that answers were given about. */
async function pitchOf(fields: { name: string }, say: (turn: number) => string) {
  let turn = 0;
  engines.behaviour.say = () => say(turn++);
  const { id } = await makeProspect(operator, { monthlyAnswers: undefined, ...fields });
  await workOffRuns(portal, async () => {
    const found = (await operator.get(`/api/operator/clients?search=${fields.name}&status=prospect`)).json().data;
    return found[0]?.measurement.status !== 'running';
  });
  const { pathname } = new URL((await operator.post(`/api/operator/clients/${id}/pitch`)).json().url);
  const page = await portal.visitor().get(pathname);
  const { text } = await readPdf((await portal.visitor().get(`${pathname}/pdf`)).rawPayload);
  return { page: page.body, pdf: text };
}

const LIST = [
  'Practices to consider:',
  '1. **Casco Bay Dental** (https://cascobaydental.com) – modern & friendly.',
  '2. **Munjoy Smiles**: see munjoysmiles.com.',
  '3. **Yelp** (yelp.com) has reviews.',
  '4. **Check Reviews** before you decide.',
].join('\n');

it('names the businesses that assistants name instead, in its page and its PDF', async () => {
  const name = `Prospect ${randomUUID().slice(0, 8)}`;

  const { page, pdf } = await pitchOf({ name }, (turn) => {
    if (turn % 10 === 0) return `${name} is excellent, as is Casco Bay Dental.`;
    return turn % 2 === 0 ? LIST : 'Casco Bay Dental is known for implants. Check Reviews.';
  });

  expect(page).toContain(
    '<h2>Who assistants name instead</h2><ol><li><bdi>Casco Bay Dental</bdi>, in 90 of 90 answers</li>',
  );
  expect(page).toContain('<li><bdi>Munjoy Smiles</bdi>, in 40 of 90 answers</li></ol>');
  expect(pdf).toContain('Who is named instead');
  expect(pdf).toContain(`In 90 answers that do not name ${name}, assistants name these businesses.`);
  expect(pdf).toMatch(/Casco Bay Dental\s+90\s+Munjoy Smiles\s+40/);
  expect(pdf).not.toContain('Check Reviews');
});

it('says so in German, and escapes what answers call a business', async () => {
  const name = `Praxis ${randomUUID().slice(0, 8)}`;
  const fields = { name, timezone: 'Europe/Berlin', address: '10115 Berlin, Germany' };

  const { page, pdf } = await pitchOf(fields, () => '- **Zahnärzte Müller & Söhne** – zahnaerzte-mueller.de');

  expect(page).toContain('<h2>Wen KI-Assistenten stattdessen nennen</h2>');
  expect(page).toContain('<li><bdi>Zahnärzte Müller &amp; Söhne</bdi>, in 100 von 100 Antworten</li>');
  expect(pdf).toContain('Wer stattdessen genannt wird');
  expect(pdf).toContain(`In 100 Antworten, die ${name} nicht nennen, stehen diese Unternehmen.`);
});

it('says nothing where answers name nobody else', async () => {
  const name = `Alone ${randomUUID().slice(0, 8)}`;

  const { page, pdf } = await pitchOf({ name }, () => '1. **Check Reviews**: on yelp.com.\n2. **Ask Friends** first.');

  expect(page).not.toContain('instead');
  expect(pdf).not.toContain('named instead');
});
