import type { connections } from '../../db/schema/index.ts';

type Status = (typeof connections.$inferSelect)['status'];

interface Problem {
  status: Exclude<Status, 'connected'>;
  /** Whether it may pass by itself, so that it is tried again before anybody is told. */
  passing?: true;
  /** What happened and what to do. */
  sentence: (tool: string) => string;
}

/** Why a connection brings nothing, by a stable name. */
const PROBLEMS = {
  credential_refused: {
    status: 'revoked',
    sentence: (tool) =>
      `${tool} no longer accepts the credential: it was revoked, has expired or is wrong. Connect again with a new one.`,
  },
  client_refused: {
    status: 'needs_attention',
    sentence: (tool) =>
      `Google refuses the portal’s own client, so ${tool} cannot be read: the operator of the portal has to correct GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET. The access you granted stays valid.`,
  },
  property_missing: {
    status: 'no_access',
    sentence: (tool) =>
      `${tool} does not show this property to the credential: it was removed, or access to it was withdrawn. Give access again, or connect another property.`,
  },
  permission_missing: {
    status: 'needs_attention',
    sentence: (tool) =>
      `A permission that the portal needs at ${tool} is missing. Connect again and allow everything that is asked for.`,
  },
  service_disabled: {
    status: 'needs_attention',
    sentence: (tool) =>
      `The API of ${tool} is not enabled in the project of the credential. Enable it in the Google Cloud console.`,
  },
  quota_used_up: {
    status: 'quota',
    sentence: (tool) =>
      `The limit of calls to ${tool} is used up. Figures come again when it allows more; the portal tries once a day.`,
  },
  quota_not_granted: {
    status: 'quota',
    sentence: (tool) =>
      `Google allows the project of the credential no calls to ${tool} yet: its limit is 0. Its owner has to apply for access to the Business Profile APIs; the portal tries once a day.`,
  },
  address_refused: {
    status: 'needs_attention',
    sentence: (tool) =>
      `The address of ${tool} is not public, so the portal does not call it. Use a public https address, or ask the operator of the portal to allow it.`,
  },
  no_answer: {
    status: 'needs_attention',
    passing: true,
    sentence: (tool) =>
      `${tool} cannot be reached or does not answer in time. Check that it runs and its address is right.`,
  },
  server_error: {
    status: 'needs_attention',
    passing: true,
    sentence: (tool) => `${tool} answers with an error of its own. Check that it works; the portal tries once a day.`,
  },
  strange_answer: {
    status: 'needs_attention',
    sentence: (tool) =>
      `What answers at this address does not speak the protocol of ${tool}. Check the address, and what stands before it.`,
  },
  request_refused: {
    status: 'needs_attention',
    sentence: (tool) => `${tool} refuses what the portal asks for. Check the property, and the version of ${tool}.`,
  },
  internal: {
    status: 'needs_attention',
    passing: true,
    sentence: (tool) =>
      `The figures of ${tool} could not be saved because of an error in the portal. It tries again once a day; please tell its operator if this lasts.`,
  },
} satisfies Record<string, Problem>;

export type ProblemName = keyof typeof PROBLEMS;

export const PROBLEM_NAMES = Object.keys(PROBLEMS) as [ProblemName, ...ProblemName[]];

export const problemOf = (name: ProblemName): Problem => PROBLEMS[name];

/** A tool did not give its figures. */
export class SourceFailure extends Error {
  readonly problem: ProblemName;

  constructor(problem: ProblemName, cause?: unknown) {
    super(`A source of figures failed: ${problem}.`, { cause });
    this.problem = problem;
  }
}
