import type { AssistantScope } from '@corroborate/wire/assistants'

/**
 * The scopes that a client is told to ask for: what it has and what is missing, with what signs a person in and keeps the permission
 * when the person is away.
 */
export const scopesAsked = (needed: AssistantScope, granted: readonly string[] = []): [string, ...string[]] => [
  'openid',
  ...new Set(['offline_access', ...granted, needed]),
]
