type Search = Record<string, unknown>;

// Filters are part of the address, so that a view can be linked. Invalid values are ignored.

const oneOf = <T extends string>(choices: readonly T[], value: unknown) => choices.find((one) => one === value);
const whole = (value: unknown, from: number, to: number) =>
  typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to ? value : undefined;
// Digits alone arrive as a number.
const words = (value: unknown, most = 120) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, most) || undefined : undefined;
const day = (value: unknown) => (/^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? String(value) : undefined);

/** The given entries that have a value. */
function present<T extends Search>(entries: T) {
  const kept = Object.entries(entries).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as { [Key in keyof T]?: Exclude<T[Key], undefined> };
}

export const PAGE_STATES = ['draft', 'review', 'published'] as const;
export const SUGGESTION_STATES = ['pending', 'accepted', 'rejected', 'published'] as const;
export const TASK_STATES = ['open', 'in_progress', 'done', 'dismissed'] as const;
export const CLIENT_STATES = ['active', 'suspended', 'erasing'] as const;
export const CLIENT_ORDERS = ['-attention', 'name', '-score', 'score', '-lastActive'] as const;

export const withText = ({ search }: Search) => present({ search: words(search) });

export const withPages = ({ search, status, view }: Search) =>
  present({ search: words(search), status: oneOf(PAGE_STATES, status), view: oneOf(['bin', 'new'], view) });

export const withSuggestions = ({ status }: Search) => present({ status: oneOf(SUGGESTION_STATES, status) });

export const GOAL_STATES = ['not_started', 'in_progress', 'completed', 'paused', 'cancelled'] as const;

export const withGoals = ({ search, status }: Search) =>
  present({ search: words(search), status: oneOf(GOAL_STATES, status) });

/** Which reviews of the period are listed, and in which order. */
export const withReviews = ({ answered, stars, search, sort }: Search) =>
  present({
    answered: oneOf(['yes', 'no'], answered),
    stars: whole(stars, 1, 5),
    search: words(search),
    sort: oneOf(['rating'], sort),
  });

export const withTasks = ({ status, since }: Search) =>
  present({ status: oneOf(TASK_STATES, status), since: day(since) });

export const REPORT_STATES = ['draft', 'held', 'approved', 'sent'] as const;

export const withReports = ({ status }: Search) => present({ status: oneOf(REPORT_STATES, status) });

export const withMonth = ({ month, year }: Search) =>
  present({ month: whole(month, 1, 12), year: whole(year, 2000, 2100) });

export const withClients = ({ search, status, tag, sort }: Search) =>
  present({
    search: words(search),
    status: oneOf(CLIENT_STATES, status),
    tag: words(tag, 40),
    sort: oneOf(CLIENT_ORDERS, sort),
  });

/** The answers of a run: of an assistant, to a question, with or without a mention. */
export const withAnswers = ({ engine, prompt, named }: Search) =>
  present({ engine: words(engine), prompt: words(prompt, 300), named: oneOf(['yes', 'no'], named) });

/** What a consent at Google leads back with. */
export const withConsent = ({ grant, failed }: Search) => present({ grant: words(grant), failed: words(failed) });

export const withTrail = ({ type, from, to }: Search) => present({ type: words(type), from: day(from), to: day(to) });

export const SETUP_STEPS = ['branding', 'modules', 'connections', 'measurement', 'invite'] as const;

/** The step of setting up a new client. */
export const withSetup = ({ step }: Search) => present({ step: oneOf(SETUP_STEPS, step) });
