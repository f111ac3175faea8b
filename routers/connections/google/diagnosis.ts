import { z } from 'zod';
import { codesOf, type Diagnosis, failure, ok, warning } from '../../../server/diagnosis.ts';
import { seconds } from '../../../server/durations.ts';
import { sourceClient } from '../ask-source.ts';
import { SourceFailure } from '../problems.ts';
import { googleUrl } from './ask-google.ts';

const Refusal = z.object({ error: z.string().regex(/^\w{1,60}$/) });

/** Whether Google takes the portal's client: it looks at that before it refuses a token that nobody has. */
export const googleDiagnosis: Diagnosis = {
  check: 'google',
  of: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'GOOGLE_API_BASE'],
  limit: seconds(20),
  async run({ env }) {
    const { GOOGLE_CLIENT_ID: client_id, GOOGLE_CLIENT_SECRET: client_secret, GOOGLE_API_BASE: googleBase } = env;
    if (!client_id || !client_secret) return ok('Not used: Google is read with service accounts only.');
    const form = { grant_type: 'refresh_token', refresh_token: 'nobodys', client_id, client_secret };
    const url = googleUrl({ googleBase }, 'oauth2.googleapis.com', '/token');
    try {
      const ask = sourceClient(env, undefined, seconds(15));
      const { status, json } = await ask({ url, body: new URLSearchParams(form) });
      const said = Refusal.safeParse(json).data?.error;
      if (said === 'invalid_grant') return ok('Google takes the client of the portal.');
      if (said === 'invalid_client' || said === 'unauthorized_client')
        return failure(
          `Google refuses the client (${said}): take GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET from its page in the Google Cloud console.`,
        );
      return warning(`Google says nothing of the client (${said ?? status}): check GOOGLE_API_BASE, or try again.`);
    } catch (error) {
      const cause = error instanceof SourceFailure ? (error.cause ?? error) : error;
      return failure(
        `Google cannot be asked (${codesOf(cause)}): check that this machine reaches ${url.host}, and GOOGLE_API_BASE.`,
      );
    }
  },
};
