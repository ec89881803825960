import type { Call } from '@corroborate/wire/call'
import { oauth } from '@corroborate/wire/oauth'
import { type OAuthProvider, oauthProviders } from '@corroborate/wire/providers'
import { sessions } from '@corroborate/wire/sessions'
import type { ParamsOf } from '@corroborate/wire/types'
import { users } from '@corroborate/wire/users'
import { check, duration } from '../check.ts'
import type { Core } from '../core.ts'
import type { Emitter } from '../environment.ts'
import { NoSessionError, NotBegunHereError, UsageError } from '../errors.ts'
import { endsSession, type SessionKeeper } from '../session-keeper.ts'
import type { OAuth, OAuthStartOptions, ProjectSettings, Sessions, User, Users } from '../types.ts'

/** The session of this browser. */
export const createSessions = ({ send, store }: Core, keeper: SessionKeeper, on: Emitter['on']): Sessions => ({
  getSync: () => store.state().session,
  getInfo: () => ({ session: store.state().session, fromCache: store.fromCache() }),
  getTokens: () => (store.state().pending === null ? store.tokens() : null),
  authenticate: async (options = {}) => {
    check('session.authenticate', options, { session_duration_minutes: 'number?' })
    return keeper.refresh(options)
  },
  revoke: async (options = {}) => {
    check('session.revoke', options, { forceClear: 'boolean?' })
    const asked = currentSession(store)
    const endUnlessReplaced = () => {
      store.catchUp()
      if (currentSession(store) === asked) keeper.end()
    }
    try {
      const answer = await send(sessions.revoke)
      endUnlessReplaced()
      return answer
    } catch (error) {
      if (options.forceClear || endsSession(error) || error instanceof NoSessionError) endUnlessReplaced()
      throw error
    }
  },
  updateSession: tokens => {
    check('session.updateSession', tokens, { session_token: 'id' })
    store.setTokens(tokens)
    keeper.refreshSoon()
  },
  onChange: listener => on('session', listener),
})

/** Identifies a session: unchanged by extension, different after a new sign-in. */
const currentSession = (store: Core['store']): string | undefined => store.held().session?.session_id

/** The signed-in user's account, and public lookups of an address. */
export const createUsers = ({ send, changeUser, store }: Core, on: Emitter['on']): Users => {
  const removal =
    <C extends Call>(method: keyof Users, call: C) =>
    async (id: string) => {
      check(`user.${method}`, { id }, { id: 'id' })
      return changeUser(call, { params: { id } as ParamsOf<C> })
    }

  return {
    get: async () => {
      const before = store.version()
      const { request_id: _, status_code: __, ...user } = await send(users.me)
      store.catchUp()
      if (store.version() === before) store.setUser(user)
      return user satisfies User
    },
    getSync: () => store.state().user,
    getInfo: () => ({ user: store.state().user, fromCache: store.fromCache() }),
    update: async changes => {
      check('user.update', changes, { name: 'object?', untrusted_metadata: 'object?' })
      return changeUser(users.update, { body: changes })
    },
    deleteEmail: removal('deleteEmail', users.deleteEmail),
    deletePhoneNumber: removal('deletePhoneNumber', users.deletePhoneNumber),
    deleteTOTP: removal('deleteTOTP', users.deleteTotp),
    deleteCryptoWallet: removal('deleteCryptoWallet', users.deleteCryptoWallet),
    deleteOAuthRegistration: removal('deleteOAuthRegistration', users.deleteOAuthRegistration),
    deleteWebauthnRegistration: removal('deleteWebauthnRegistration', users.deleteWebauthnRegistration),
    deleteBiometricRegistration: removal('deleteBiometricRegistration', users.deleteBiometricRegistration),
    search: async email => {
      check('user.search', { email }, { email: 'string' })
      return send(users.search, { body: { email } })
    },
    getConnectedApps: () => send(users.connectedApps),
    revokedConnectedApp: removal('revokedConnectedApp', users.revokeConnectedApp),
    onChange: listener => on('user', listener),
  }
}

type Start = { baseUrl: string; publicToken: string; provider: OAuthProvider; options: OAuthStartOptions }

/** Start URL of a social sign-in at the provider, on the project's own domain if it has one. */
export const oauthStartUrl = (
  { baseUrl, publicToken, provider, options }: Start,
  { cnameDomain }: Pick<ProjectSettings, 'cnameDomain'>,
  code_challenge: string | undefined,
): string => {
  const { login_redirect_url, signup_redirect_url, custom_scopes, provider_params = {}, oauth_attach_token } = options
  const query = Object.entries({
    public_token: publicToken,
    code_challenge,
    custom_scopes: custom_scopes?.join(' '),
    ...Object.fromEntries(Object.entries(provider_params).map(([name, value]) => [`provider_${name}`, value])),
    login_redirect_url,
    signup_redirect_url,
    oauth_attach_token,
  }).filter((pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '')
  const base = cnameDomain ? `https://${cnameDomain}` : baseUrl
  return `${base}/v1/public/oauth/${provider}/start?${new URLSearchParams(query)}`
}

export const createOAuth = (core: Core): OAuth => {
  const { baseUrl, publicToken, environment, pkce, pkceForOAuth, settings, telemetry, send, signIn } = core
  const begin = async (provider: OAuthProvider, options: OAuthStartOptions = {}) => {
    if (!oauthProviders.includes(provider)) throw new UsageError(`oauth.start: unknown provider "${provider}".`)
    check(`oauth.${provider}.start`, options, {
      login_redirect_url: 'string?',
      signup_redirect_url: 'string?',
      custom_scopes: 'object?',
      provider_params: 'object?',
      oauth_attach_token: 'string?',
    })
    const project = await settings()
    // Each start is a separate flow, unlike mails, of which several may be pending.
    pkce.forget('oauth')
    // Linking requires the initiating browser: otherwise an attacker could sign a victim in to the attacker's account.
    const isProved = pkceForOAuth || project.pkceRequiredForOAuth || options.oauth_attach_token !== undefined
    const challenge = isProved ? await pkce.challenge('oauth') : undefined
    const url = oauthStartUrl({ baseUrl, publicToken, provider, options }, project, challenge)
    return { project, url, isProved: challenge !== undefined }
  }

  const start = async (provider: OAuthProvider, options: OAuthStartOptions = {}): Promise<void> => {
    const { project, url, isProved } = await begin(provider, options)
    telemetry.log('start_oauth_flow', {
      provider_type: provider,
      custom_scopes: options.custom_scopes,
      cname_domain: project.cnameDomain,
      pkce: isProved,
      provider_params: options.provider_params,
    })
    telemetry.flush()
    environment.navigate(url)
  }

  return {
    startUrl: async (provider, options) => (await begin(provider, options)).url,
    start,
    authenticate: async (token, options) => {
      check('oauth.authenticate', { ...options, token }, { token: 'string', ...duration })
      const code_verifier = pkce.verifier('oauth')
      if (pkceForOAuth && code_verifier === undefined) throw new NotBegunHereError()
      const { session_duration_minutes } = options
      const answer = await signIn(oauth.authenticate, { body: { token, session_duration_minutes, code_verifier } })
      pkce.forget('oauth')
      return answer
    },
    attach: provider => send(oauth.attach, { body: { provider } }),
    ...(Object.fromEntries(
      oauthProviders.map(provider => [provider, { start: (options?: OAuthStartOptions) => start(provider, options) }]),
    ) as Record<OAuthProvider, { start: (options?: OAuthStartOptions) => Promise<void> }>),
  }
}
