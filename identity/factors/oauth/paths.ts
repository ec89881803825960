import type { OAuthProvider } from '@corroborate/wire/providers'

/** The path below which providers send people back, and One Tap posts. */
export const oauthCallbackPath = '/v1/oauth/callback'

export const oauthPaths = {
  start: '/v1/public/oauth/:provider/start',
  callback: `${oauthCallbackPath}/:project_id/:provider`,
  confirm: '/v1/oauth/confirm/:project_id',
  oneTapStart: '/v1/public/oauth/google/onetap/start',
  oneTapSubmit: `${oauthCallbackPath}/:callback_id`,
} as const

/**
 * The URL that an operator registers at a provider. Each project and provider has its own, so that no answer is mistaken for
 * another.
 */
export const callbackUrl = (home: string, projectId: string, provider: OAuthProvider): string =>
  `${home}${oauthCallbackPath}/${projectId}/${provider}`

/** Returns the URL of the code entry page. The token is in the query, which is not logged. */
export const confirmUrl = (origin: string, projectId: string, token: string): string =>
  `${origin}${oauthPaths.confirm.replace(':project_id', projectId)}?waiting=${token}`
