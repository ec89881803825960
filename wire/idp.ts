import type { Call } from './call.ts'

/** Consent page endpoints: check an application's request, and submit the user's decision. */
export const idp = {
  /** The calls of clients up to 5.18: scopes are one text, and the answer is sent as a form to `authorizeFormPath`. */
  oauthAuthorizeStart: { method: 'POST', path: '/oauth/authorize/start', auth: 'optional', fingerprinted: false },
  oauthLogoutStart: { method: 'POST', path: '/oauth/logout/start', auth: 'optional', fingerprinted: false },
  /** Endpoints of later clients, with scopes as a list and JSON responses. */
  authorizeStart: { method: 'POST', path: '/idp/oauth/authorize/start', auth: 'optional', fingerprinted: false },
  authorizeSubmit: { method: 'POST', path: '/idp/oauth/authorize/submit', auth: 'optional', fingerprinted: false },
} as const satisfies Record<string, Call>

/** Path of the form submission below `sdkPrefix`: the browser follows its redirect. */
export const authorizeFormPath = '/oauth/authorize'

/** Scopes of an application that requests none. */
export const defaultScope = 'openid email profile'

/** Parameters of an authorization request apart from its scopes, which the consent page passes on as they came. */
export const authorizeNames = [
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'prompt',
  'max_age',
  'acr_values',
  'claims',
  'login_hint',
  'id_token_hint',
  'ui_locales',
  'resource',
  'dpop_jkt',
  'request',
  'request_uri',
  'registration',
] as const
export type AuthorizeName = (typeof authorizeNames)[number]

/** Parameters of a log-out request, which the consent page passes on as they came. */
export const logoutNames = ['client_id', 'post_logout_redirect_uri', 'id_token_hint', 'logout_hint', 'state'] as const
export type LogoutName = (typeof logoutNames)[number]

/** Query parameter of a logout request on the consent page, equivalent to a post-logout redirect URL. */
export const logoutMark = { name: 'flow', value: 'logout' } as const
