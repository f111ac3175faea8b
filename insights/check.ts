import { BadConfig, type Provider, readConfig } from './config.ts';

// Asks each configured provider for its models, which costs nothing, and tells the process that started this one what
// came of it, in words without secrets.

const TIMEOUT = 8000;
const MOST = 1000;

const headersFor = ({ kind, key = '' }: Provider): Record<string, string> => {
  if (!key) return {};
  return kind === 'anthropic'
    ? { 'x-api-key': key, 'anthropic-version': '2023-06-01' }
    : { authorization: `Bearer ${key}` };
};

/** The names of the models, if the answer lists them. */
async function modelsIn(response: Response): Promise<string[]> {
  const body: unknown = await response.json().catch(() => undefined);
  const data = body && typeof body === 'object' && 'data' in body && Array.isArray(body.data) ? body.data : [];
  return data.slice(0, MOST).map((model: { id?: unknown } | null) => String(model?.id));
}

async function check(provider: Provider) {
  const { slot, kind, url, query, model } = provider;
  const name = `AI_${slot.toUpperCase()}`;
  const models = new URL(`${url}/models${query}`);
  if (kind === 'anthropic') models.searchParams.set('limit', String(MOST));
  const signal = AbortSignal.timeout(TIMEOUT);
  const response = await fetch(models, {
    headers: headersFor(provider),
    redirect: 'manual',
    signal,
  }).catch(() => undefined);
  if (!response)
    return { state: 'failure', message: `The ${slot} provider does not answer: check ${name}_URL and the way there.` };
  if (response.status === 401 || response.status === 403)
    return {
      state: 'failure',
      message: `The ${slot} provider refuses the key (${response.status}): check ${name}_KEY.`,
    };
  if (response.status >= 500 || response.status === 429)
    return {
      state: 'warning',
      message: `The ${slot} provider answers with ${response.status}: look at its status page and limits.`,
    };
  const listed = response.ok ? await modelsIn(response) : [];
  return listed.length > 0 && !listed.includes(model)
    ? { state: 'warning', message: `The ${slot} provider does not list the model: check ${name}_MODEL.` }
    : { state: 'ok', message: `The ${slot} provider answers.` };
}

async function findings() {
  try {
    return await Promise.all(readConfig(process.env).providers.map(check));
  } catch (error) {
    if (!(error instanceof BadConfig)) throw error;
    return [{ state: 'failure', message: error.message }];
  }
}

process.send?.(await findings(), undefined, undefined, () => process.exit(0));
