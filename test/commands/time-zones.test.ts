import { expect, it } from 'vitest';
import { differingZones, timeZones } from '../../portal/commands/doctor/time-zones.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile({ own: true });

it('the doctor compares the rules of the database with Node’s for the zones of organizations', async () => {
  for (const timezone of ['Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns', 'UTC']) {
    const person = await portal.register();
    expect((await person.put('/api/auth/org', { timezone })).statusCode).toBe(200);
  }
  const { env, log, database } = portal.deps;

  const finding = await timeZones.run({
    env,
    log,
    database: () => Promise.resolve(database),
    freeBytes: () => Promise.resolve(0),
  });

  expect(finding).toEqual({ state: 'ok', message: expect.stringContaining('same time zone rules') });
});

it('a zone differs where the database has another offset at one moment', () => {
  const [january, july] = [Date.UTC(2027, 0, 1), Date.UTC(2027, 6, 1)];

  const differing = differingZones([
    { zone: 'Europe/Berlin', at: january, minutes: 60 },
    { zone: 'Europe/Berlin', at: july, minutes: 120 },
    // As before 2022, when Amman still put clocks back.
    { zone: 'Asia/Amman', at: january, minutes: 120 },
    { zone: 'Asia/Amman', at: july, minutes: 180 },
    { zone: 'America/St_Johns', at: january, minutes: -210 },
    { zone: 'UTC', at: january, minutes: 0 },
  ]);

  expect(differing).toEqual(['Asia/Amman']);
});
