import type { OAuthProvider } from '@corroborate/wire/providers'

/** Below it providers send people back, and Google's One Tap posts. */
export const oauthCallbackPath = '/v1/oauth/callback'

export const oauthPaths = {
  start: '/v1/public/oauth/:provider/start',
  callback: `${oauthCallbackPath}/:project_id/:provider`,
} as const

/** What an operator registers at a provider: each project and provider has its own, so that no answer is taken for another's. */
export const callbackUrl = (home: string, projectId: string, provider: OAuthProvider): string =>
  `${home}${oauthCallbackPath}/${projectId}/${provider}`
