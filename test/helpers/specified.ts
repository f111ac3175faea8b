/** The routes of the interface specification that are built; the others join with their rooms. */
export const SPECIFIED = [
  ['POST', '/auth/register'],
  ['POST', '/auth/login'],
  ['POST', '/auth/logout'],
  ['GET', '/auth/account/sessions'],
  ['GET', '/auth/account/profile'],
  ['PUT', '/auth/account/profile'],
  ['GET', '/auth/org/members'],
  ['POST', '/auth/org/invitations'],
  ['POST', '/auth/accept-invitation'],
  ['POST', '/insights/query'],
  ['GET', '/insights/history'],
  ['GET', '/visibility/scores'],
  ['GET', '/visibility/score-history'],
] as const;
