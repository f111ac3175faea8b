import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Command, CommandRefused } from '../../../server/command.ts';

/** `keys rotate-service`: a new secret for the insights service, beside the present one until both sides have it. */
export const rotateServiceSecret: Command = {
  form: '',
  does: 'Makes a new secret for the insights service at INSIGHTS_URL, and says where to set it, and the present one beside it.',
  async run(args, _open, { variables: { INSIGHTS_URL, INSIGHTS_SECRET } }) {
    parseArgs({ args, options: {} });
    if (!INSIGHTS_URL?.trim())
      return ['The portal starts its own insights service, with a new secret each time: there is nothing to do.'];
    if (!INSIGHTS_SECRET?.trim())
      throw new CommandRefused('INSIGHTS_SECRET is not set here: run this with the environment of the portal.');
    return [
      'Set these for the insights service and for the portal, in either order, and restart both.',
      'Then remove INSIGHTS_SECRET_PREVIOUS from both.',
      '',
      `INSIGHTS_SECRET=${randomBytes(32).toString('base64url')}`,
      `INSIGHTS_SECRET_PREVIOUS=${INSIGHTS_SECRET}`,
    ];
  },
};
