import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { overdueGoalsMail } from '../../routers/notifications/mails.ts';
import { invite, type Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile({ besideOthers: true, env: { RATE_LIMIT_PER_MINUTE: '0' } });

/** Somebody with this locale in the profile. */
async function speaker(locale: string | null) {
  const person = await portal.register();
  await person.put('/api/auth/account/profile', { locale });
  return person;
}

const subjectsTo = async (address: string) => (await portal.mailTo(address)).map(({ subject }) => subject);

async function resetSubject(person: Person) {
  await portal.visitor().post('/api/auth/forgot-password', { email: person.email });
  return (await subjectsTo(person.email)).filter((subject) => /[Pp]ass/.test(subject ?? ''));
}

describe('the language of a mail', () => {
  it.each([
    ['de', 'Setzen Sie Ihr Passwort zurück'],
    ['de-AT', 'Setzen Sie Ihr Passwort zurück'],
    ['DE-ch', 'Setzen Sie Ihr Passwort zurück'],
    ['en-GB', 'Reset your password'],
    ['fr', 'Reset your password'],
    ['den', 'Reset your password'],
    [null, 'Reset your password'],
  ])('is that of the profile: %s', async (locale, subject) => {
    expect(await resetSubject(await speaker(locale))).toEqual([subject]);
  });

  it.each([
    ['de-DE,de;q=0.9,en;q=0.8', ['Bestätigen Sie Ihre E-Mail-Adresse', 'Setzen Sie Ihr Passwort zurück']],
    ['en-US,de;q=0.9', ['Confirm your email address', 'Reset your password']],
    ['*', ['Confirm your email address', 'Reset your password']],
  ])('is that of the browser for a new account: %s', async (language, subjects) => {
    const email = `${randomUUID()}@example.com`;
    const account = { email, password: 'correct horse battery' };
    await portal.visitor().post('/api/auth/register', account, { 'accept-language': language });
    await portal.visitor().post('/api/auth/forgot-password', { email });

    await expect.poll(() => subjectsTo(email)).toEqual(subjects);
  });

  it('is that of whoever invites, for somebody without an account, and their own for others', async () => {
    const [german, english] = [await speaker('de'), await speaker('en')];
    const [stranger, known] = [`${randomUUID()}@example.com`, english.email];
    await invite(german, { email: stranger });
    await invite(german, { email: known });

    const [mail] = await portal.mailTo(stranger);
    expect(mail?.subject).toBe('Einladung in das Kundenportal');
    expect(mail?.text).toContain('lädt Sie zu');
    expect(await subjectsTo(known)).toContain('Invitation to the client portal');
  });

  it('stays that of the account for both addresses of a change, and for a farewell', async () => {
    const german = await speaker('de');
    const email = `${randomUUID()}@example.com`;
    await german.post('/api/auth/account/change-email', { email, password: german.password });
    const [confirmation] = await portal.mailTo(email);
    const token = new URL(String(confirmation?.link)).searchParams.get('token');
    await portal.visitor().post('/api/auth/verify-email', { token, password: german.password });
    const leaving = await speaker('de');
    await leaving.send('DELETE', '/api/auth/account', { password: leaving.password });

    expect(confirmation?.subject).toBe('Bestätigen Sie Ihre neue E-Mail-Adresse');
    expect(await subjectsTo(german.email)).toEqual(
      expect.arrayContaining(['Ihre E-Mail-Adresse soll geändert werden', 'Ihre E-Mail-Adresse wurde geändert']),
    );
    expect(await subjectsTo(leaving.email)).toContain('Ihr Konto wurde gelöscht');
  });

  it('is each reader’s own where several get a mail, down to its last line', async () => {
    const [german, english] = [await speaker('de'), await speaker('en')];
    const template = {
      ...overdueGoalsMail('Praxis am Hafen', ['60 Bewertungen']),
      unsubscribeUrl: 'https://x.example/u',
    };
    const mails = [german, english].map(({ email: to }) => ({ id: randomUUID(), to, template }));
    await portal.deps.mail.queueOnce(portal.deps.database.accounts, mails);

    const toGerman = (await portal.mailTo(german.email)).find(({ subject }) => subject === 'Ein Ziel ist überfällig');
    const toEnglish = (await portal.mailTo(english.email)).find(({ subject }) => subject === 'A goal is overdue');
    expect(toGerman?.text).toContain('Diese E-Mails abbestellen');
    expect(toGerman?.html).toContain('<html lang="de">');
    expect(toEnglish?.text).toContain('Unsubscribe from these emails');
    expect(toEnglish?.html).toContain('<html lang="en">');
  });
});
