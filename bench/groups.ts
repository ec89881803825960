/**
 * All row groups, in the order of `results.md`: readers first, then sign-in, then operators, then internals. Each is a module of this name
 * that exports `run`.
 */
export const groups = {
  throttled: 'Pages on a phone with a slow line',
  sizes: 'What pages bring',
  widget: 'The sign-in widget on a page',
  'sign-ins': 'Signing in',
  enumeration: 'Who has an account, by the time an answer takes',
  search: 'Search',
  opensearch: 'Search in OpenSearch, beside our file and PostgreSQL',
  references: 'Checking references',
  load: 'Under load',
  'scale-papers': 'The more papers there are',
  'scale-votes': 'The more votes there are',
  'scale-people': 'The more accounts there are',
  tell: 'Telling who watches',
  moderate: 'The moderators’ queue',
  console: 'The console of the provider',
  start: 'Start',
  memory: 'Memory',
  import: 'Import',
  'beside-keycloak': 'The provider beside Keycloak',
  openid: 'OpenID provider',
  sessions: 'Sessions as clients use them: each calls when its JWT is due',
  'look-up': 'Looking a session up',
  verify: 'Checking a session JWT',
  pages: 'Pages, by the CPU they take',
  statements: 'Statements for a page',
  votes: 'Votes',
  'much-said': 'Papers of which people say much',
} as const
export type Group = keyof typeof groups
