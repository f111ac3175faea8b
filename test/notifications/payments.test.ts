import { expect, it } from 'vitest';
import { joinVerified, registerVerified, toldTo } from '../helpers/notices.ts';
import { billingForThisFile, plan } from '../helpers/stripe.ts';

const { portal, stripe, deliver } = billingForThisFile();

it('a failed payment is told to the administrators, once for each event', async () => {
  const admin = await registerVerified(portal, { orgName: 'Harbor Street Dental' });
  const second = await joinVerified(portal, admin, 'admin');
  const member = await joinVerified(portal, admin);
  const other = await registerVerified(portal);
  const subscription = stripe.subscription(stripe.customer(admin.orgId), [{ metadata: plan('website') }]);
  const event = stripe.event(subscription, 'invoice.payment_failed');

  const answers = [await deliver(event), await deliver(event), await deliver(stripe.event(subscription))];
  const mails = [await toldTo(portal, admin), await toldTo(portal, second)];

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(mails.map(({ length }) => length)).toEqual([1, 1]);
  expect(mails[0]?.[0]?.subject).toBe('A payment has failed');
  expect(mails[0]?.[0]?.text).toContain('A payment for Harbor Street Dental at localhost:3000 has failed.');
  expect(mails[0]?.[0]?.link).toBe('http://localhost:3000/billing');
  expect([await toldTo(portal, member), await toldTo(portal, other)]).toEqual([[], []]);
});
