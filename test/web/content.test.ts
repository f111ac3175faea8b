import { describe, expect, it } from 'vitest';
import { settled, siteForThisFile, tabTo } from '../helpers/browser.ts';
import { IN_HTML } from '../helpers/cross-site-scripting.ts';

const site = siteForThisFile();

// A loaded machine takes seconds to load a page.
const SLOW = { timeout: 120_000 };

/** A page of a new organization, open in the editor. */
async function editing(facts: object = {}) {
  const person = await site.portal().register();
  const window = await site.open();
  await site.signIn(window.page, person);
  const made = await person.post('/api/cms/pages', { title: 'Implants', content: 'One.\n', ...facts });
  const { id } = made.json().data;
  await window.page.goto(`/content/${id}`);
  await settled(window.page);
  const stored = async () => (await person.get(`/api/cms/pages/${id}`)).json().data;
  return { ...window, person, id, stored, source: window.page.getByLabel('Text in') };
}

describe('an author', SLOW, () => {
  it('writes a page and publishes it by keyboard alone', async () => {
    const { page, faults } = await site.open();
    const author = await site.portal().register();
    await site.signIn(page, author);
    await page.goto('/content');
    await settled(page);

    await tabTo(page, 'button', 'New page');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Title' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('What implants cost');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'What implants cost' }).waitFor();
    await tabTo(page, 'textbox', 'Text in Markdown');
    await page.keyboard.type('An implant costs ');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('$3,000');
    await page.frameLocator('iframe').locator('strong', { hasText: '$3,000' }).waitFor();
    await page.getByText('The title has 18 characters').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved as version 2.').waitFor();
    for (const step of ['Submit for review', 'Approve and publish']) {
      await page.getByRole('button', { name: 'Save', exact: true }).focus();
      await tabTo(page, 'button', step);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: step }).waitFor({ state: 'detached' });
    }

    const [stored] = (await author.get('/api/cms/pages?status=published')).json();
    expect(stored).toMatchObject({ title: 'What implants cost', version: 4 });
    expect((await author.get(`/api/cms/pages/${stored.id}`)).json().data.content).toBe('An implant costs **$3,000**');
    expect(faults).toEqual([]);
  });

  it('compares versions, goes back to one, and takes a page out of the bin', async () => {
    const { page, person, id, stored } = await editing();
    await person.put(`/api/cms/pages/${id}`, { content: 'Two.\n' });
    await page.reload();
    await settled(page);

    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByRole('button', { name: 'What changed in version 2' }).click();
    expect(await page.locator('.diff ins').first().textContent()).toContain('Two');
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await expect.poll(async () => (await stored()).content).toBe('One.\n');
    await page.getByRole('button', { name: 'Delete “Implants”' }).click();
    await page.getByRole('link', { name: 'Trash' }).click();
    await page.getByRole('button', { name: 'Restore “Implants”' }).click();
    await page.getByText('The trash is empty.').waitFor();

    expect(await stored()).toMatchObject({ id, version: 3 });
  });
});

describe('the preview', SLOW, () => {
  /** Opens contents in the editor and returns what went wrong, dialogs included. */
  async function opened(content: string, contentFormat: string) {
    const { page, faults, person, id } = await editing({ contentFormat });
    page.on('dialog', (dialog) => {
      faults.push(dialog.message());
      dialog.dismiss();
    });
    await person.put(`/api/cms/pages/${id}`, { content });
    return { page, faults };
  }

  it('runs nothing even of HTML that nobody has sanitized', async () => {
    const { page, faults } = await opened('', 'html');
    const scores = { score: 0, audits: [] };
    // Ends whatever a sample has left open, so that the next one is read as it stands.
    const ENDS = '--></script></style></title></textarea></noscript></xmp></select></svg></math><p>next</p>';
    const html = (contentHtml: string) => {
      const data = { contentHtml, scores: { overall: 0, seo: scores, content: scores } };
      return { json: [{ result: { data: { ok: true, data } } }] };
    };
    const raw = [...IN_HTML, '<img src=x onerror=alert(1)><script>alert(1)</script>'].join(ENDS) + ENDS;
    await page.route('**/trpc/cms.preview*', (route) => route.fulfill(html(raw)));
    await page.reload();
    await page.getByText('0 of 100 overall').waitFor();
    await page.frameLocator('iframe').getByText('next').last().waitFor();

    // The browser tells of each script that the sandbox has stopped.
    expect(faults.filter((fault) => !/sandbox|Content Security Policy|about:srcdoc/i.test(fault))).toEqual([]);
  });
});
