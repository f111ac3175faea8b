import { describe, expect, it } from 'vitest';
import { settled, siteForThisFile, tabTo } from '../helpers/browser.ts';
import { IN_HTML, IN_MARKDOWN } from '../helpers/cross-site-scripting.ts';

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

  it.each([
    { choice: 'Save my version', kept: 'Mine.' },
    { choice: 'Use the other version', kept: 'Theirs.' },
  ])('sees both versions when somebody else has saved meanwhile, and chooses: $choice', async ({ choice, kept }) => {
    const { page, person, id, stored, source } = await editing();

    await source.fill('Mine.');
    await person.put(`/api/cms/pages/${id}`, { content: 'Theirs.' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Someone else' });
    expect(await alert.getByLabel('Your version').inputValue()).toBe('Mine.');
    expect(await alert.getByLabel('Version 2').inputValue()).toBe('Theirs.');
    await page.getByRole('button', { name: choice }).click();
    await alert.waitFor({ state: 'detached' });

    expect(await source.inputValue()).toBe(kept);
    await expect.poll(async () => (await stored()).content).toBe(kept);
  });

  it('is asked before leaving or deleting a text that is not saved', async () => {
    const { page, source, stored } = await editing();

    await source.fill('Not saved.');
    await page.getByRole('link', { name: 'Templates' }).click();
    await page.getByRole('button', { name: 'Stay on the page' }).click();
    await page.getByRole('button', { name: 'Delete “Implants”' }).click();
    const question = page.getByRole('dialog', { name: 'Delete without saving?' });
    await question.getByRole('button', { name: 'Cancel' }).last().click();
    await question.waitFor({ state: 'hidden' });

    expect(await source.inputValue()).toBe('Not saved.');
    expect((await stored()).content).toBe('One.\n');
    await page.getByRole('button', { name: 'Delete “Implants”' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('link', { name: 'Bin' }).waitFor();
  });

  it('sees each state of the text in the preview, none of which is a step of Back', async () => {
    const { page, source } = await editing();
    const preview = page.frameLocator('iframe');
    await preview.getByText('One.').waitFor();
    const steps = await page.evaluate('history.length');

    for (const text of ['Two.', 'Three.']) {
      await source.fill(text);
      await preview.getByText(text).waitFor();
    }

    expect(await page.evaluate('history.length')).toBe(steps);
  });

  it('changes details for search engines and sees that they are saved, until the next edit', async () => {
    const { page, stored } = await editing();
    const details = page.getByRole('region', { name: 'For search engines' });

    await details.getByLabel('Tags').fill('teeth, costs');
    await details.getByRole('button', { name: 'Save details' }).click();
    await details.getByText('Saved.').waitFor();
    await details.getByLabel('Title in search results').fill('Implants in Portland');
    await details.getByText('Saved.').waitFor({ state: 'detached' });

    expect((await stored()).metadata).toMatchObject({ tags: ['teeth', 'costs'], seoTitle: null });
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
    await page.getByRole('link', { name: 'Bin' }).click();
    await page.getByRole('button', { name: 'Restore “Implants”' }).click();
    await page.getByText('The bin is empty.').waitFor();

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

  it.each([
    ['html', IN_HTML],
    ['markdown', IN_MARKDOWN],
  ])('runs nothing of hostile %s, and asks for nothing', async (format, samples) => {
    const { page, faults } = await opened(samples.join('\n\n<p>next</p>\n\n'), format);

    await page.reload();
    await settled(page);
    await page.frameLocator('iframe').locator('body *').first().waitFor();

    expect(faults).toEqual([]);
  });

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
