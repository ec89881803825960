import type { AssistantScope } from '@corroborate/wire/assistants'

/** Scopes to request: the granted and missing ones, plus those for sign-in and offline access. */
export const scopesAsked = (needed: AssistantScope, granted: readonly string[] = []): [string, ...string[]] => [
  'openid',
  ...new Set(['offline_access', ...granted, needed]),
]
