import type { OAuthProvider } from '@corroborate/wire/providers'

/** Below it providers send people back, and Google's One Tap posts. */
export const oauthCallbackPath = '/v1/oauth/callback'

export const oauthPaths = {
  start: '/v1/public/oauth/:provider/start',
  callback: `${oauthCallbackPath}/:project_id/:provider`,
  confirm: '/v1/oauth/confirm/:project_id',
  oneTapStart: '/v1/public/oauth/google/onetap/start',
  oneTapSubmit: `${oauthCallbackPath}/:callback_id`,
} as const

/** What an operator registers at a provider: each project and provider has its own, so that no answer is taken for another's. */
export const callbackUrl = (home: string, projectId: string, provider: OAuthProvider): string =>
  `${home}${oauthCallbackPath}/${projectId}/${provider}`

/** Where a mailed code is entered. The token stands in the query, which no log keeps. */
export const confirmUrl = (origin: string, projectId: string, token: string): string =>
  `${origin}${oauthPaths.confirm.replace(':project_id', projectId)}?waiting=${token}`
