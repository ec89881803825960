import { impersonation } from '@corroborate/wire/impersonation'
import { readLanding, withoutCallbackParams } from '@corroborate/wire/landing'
import { magicLinks } from '@corroborate/wire/magic-links'
import { emailOtps, otps, smsOtps, whatsappOtps } from '@corroborate/wire/otps'
import { passwords } from '@corroborate/wire/passwords'
import { type TextStatus, textStatusPath } from '@corroborate/wire/text-status'
import { totps } from '@corroborate/wire/totps'
import { check, duration } from '../check.ts'
import type { Core } from '../core.ts'
import type { Environment } from '../environment.ts'
import { ApiError } from '../errors.ts'
import type { HeadlessClient, Impersonation, MagicLinks, Otps, Passwords, Totps } from '../types.ts'

type Of = Pick<HeadlessClient, 'magicLinks' | 'oauth'> & { environment: Environment }

/** Signing in with the token that a magic link, or an account at a provider, brought to the page's address. */
export const createByUrl =
  ({ magicLinks, oauth, environment }: Of): HeadlessClient['authenticateByUrl'] =>
  async (options = {}) => {
    check('authenticateByUrl', options, { session_duration_minutes: 'number?' })
    if (!environment.isBrowser) return null
    const address = environment.address()
    const { type, token } = readLanding(new URL(address).searchParams) ?? {}
    if (token === undefined || type === undefined || type === 'reset_password') return null
    // Before it is sent: it is good once, and a page that is reloaded meanwhile must not send it again.
    environment.replaceAddress(withoutCallbackParams(address))
    const duration = { session_duration_minutes: options.session_duration_minutes ?? 30 }
    return type === 'oauth'
      ? { type, data: await oauth.authenticate(token, duration) }
      : { type, data: await magicLinks.authenticate(token, duration) }
  }

/** Impersonation with an administrator's token. */
export const createImpersonation = ({ signIn }: Core): Impersonation => ({
  authenticate: async options => {
    check('impersonation.authenticate', options, { impersonation_token: 'string' })
    return signIn(impersonation.authenticate, { body: options })
  },
})

/** OTPs by SMS, WhatsApp and email. */
export const createOtps = ({ baseUrl, publicToken, environment, send, signIn, store }: Core): Otps => {
  /** The two ways to have a code sent to a phone or a mailbox, each named `argument` in the body. */
  const deliver = (
    channel: 'sms' | 'whatsapp' | 'email',
    calls: typeof smsOtps | typeof whatsappOtps | typeof emailOtps,
    argument: 'phone_number' | 'email',
  ) => {
    const deliverBy = async (method: 'loginOrCreate' | 'send', destination: string, options: object = {}) => {
      const body = { ...options, [argument]: destination }
      check(`otps.${channel}.${method}`, body, { ...delivery, [argument]: 'string' })
      const sendCall = store.hasSession() ? calls.sendSecondary : calls.sendPrimary
      return send(method === 'send' ? sendCall : calls.loginOrCreate, { body: body as never })
    }
    return {
      loginOrCreate: (destination: string, options?: object) => deliverBy('loginOrCreate', destination, options),
      send: (destination: string, options?: object) => deliverBy('send', destination, options),
    }
  }

  return {
    sms: deliver('sms', smsOtps, 'phone_number') as Otps['sms'],
    whatsapp: deliver('whatsapp', whatsappOtps, 'phone_number') as Otps['whatsapp'],
    email: deliver('email', emailOtps, 'email') as Otps['email'],
    authenticate: async (code, methodId, options) => {
      const rules = { code: 'string', methodId: 'string', ...duration } as const
      check('otps.authenticate', { ...options, code, methodId }, rules)
      const { session_duration_minutes } = options
      return signIn(otps.authenticate, { body: { token: code, method_id: methodId, session_duration_minutes } })
    },
    textStatus: async methodId => {
      try {
        const url = baseUrl + textStatusPath(publicToken, methodId)
        const answer = await environment.fetch(url, { credentials: 'omit' })
        return answer.ok ? ((await answer.json()) as TextStatus).status : 'on_its_way'
      } catch {
        return 'on_its_way'
      }
    },
  }
}

const delivery = {
  expiration_minutes: 'number?',
  locale: 'string?',
  login_template_id: 'string?',
  signup_template_id: 'string?',
  enable_autofill: 'boolean?',
  autofill_session_duration_minutes: 'number?',
} as const

/** Passwords, their strength, and the ways to a new one. */
export const createPasswords = ({ send, signIn, pkce, settings }: Core): Passwords => ({
  create: async options => {
    check('passwords.create', options, { email: 'string', password: 'string', ...duration })
    return signIn(passwords.create, { body: options })
  },
  authenticate: async options => {
    check('passwords.authenticate', options, { email: 'string', password: 'string', ...duration })
    return signIn(passwords.authenticate, { body: options })
  },
  strengthCheck: async options => {
    check('passwords.strengthCheck', options, { password: 'string', email: 'string?' })
    return send(passwords.strengthCheck, { body: options })
  },
  resetByEmailStart: async options => {
    check('passwords.resetByEmailStart', options, resetting)
    const isProved = (await settings()).pkceRequiredForPasswordResets
    const code_challenge = isProved ? await pkce.challenge('passwords') : undefined
    return send(passwords.resetByEmailStart, { body: { ...options, code_challenge } })
  },
  resetByEmail: async options => {
    check('passwords.resetByEmail', options, { token: 'string', password: 'string', ...duration })
    const answer = await signIn(passwords.resetByEmail, {
      body: { ...options, code_verifier: pkce.verifier('passwords') },
    })
    pkce.forget('passwords')
    return answer
  },
  resetByExistingPassword: async options => {
    const rules = { email: 'string', existing_password: 'string', new_password: 'string', ...duration } as const
    check('passwords.resetByExistingPassword', options, rules)
    return signIn(passwords.resetByExistingPassword, { body: options })
  },
  resetBySession: async options => {
    check('passwords.resetBySession', options, { password: 'string', session_duration_minutes: 'number?' })
    return signIn(passwords.resetBySession, { body: options })
  },
})

const resetting = {
  email: 'string',
  login_redirect_url: 'string?',
  reset_password_redirect_url: 'string?',
  reset_password_expiration_minutes: 'number?',
  reset_password_template_id: 'string?',
  locale: 'string?',
} as const

/** Authenticator apps, and the codes for when the phone is lost. */
export const createTotps = ({ send, signIn, changeUser }: Core): Totps => ({
  create: async options => {
    check('totps.create', options, { expiration_minutes: 'number' })
    return changeUser(totps.create, { body: options })
  },
  authenticate: async options => {
    check('totps.authenticate', options, { totp_code: 'string', ...duration })
    return signIn(totps.authenticate, { body: options })
  },
  recoveryCodes: () => send(totps.recoveryCodes),
  recover: async options => {
    check('totps.recover', options, { recovery_code: 'string', ...duration })
    return signIn(totps.recover, { body: options })
  },
})

/** Magic links. Depending on the project, a link only works in the requesting browser. */
export const createMagicLinks = ({ send, signIn, pkce, settings, store }: Core): MagicLinks => {
  const challenge = async (): Promise<{ code_challenge?: string }> =>
    (await settings()).pkceRequiredForEmailMagicLinks ? { code_challenge: await pkce.challenge('magic_links') } : {}

  return {
    email: {
      loginOrCreate: async (email, options = {}) => {
        check('magicLinks.email.loginOrCreate', { ...options, email }, mailing)
        return send(magicLinks.loginOrCreate, { body: { ...options, email, ...(await challenge()) } })
      },
      send: async (email, options = {}) => {
        check('magicLinks.email.send', { ...options, email }, mailing)
        const call = store.hasSession() ? magicLinks.sendSecondary : magicLinks.sendPrimary
        return send(call, { body: { ...options, email, ...(await challenge()) } })
      },
    },
    look: async token => {
      check('magicLinks.look', { token }, { token: 'string' })
      return send(magicLinks.look, { body: { token } })
    },
    authenticate: async (token, options) => {
      check('magicLinks.authenticate', { ...options, token }, { token: 'string', ...duration })
      const attempt = async (flow: 'passwords' | 'magic_links') => {
        const code_verifier = pkce.verifier(flow)
        const answer = await signIn(magicLinks.authenticate, {
          body: { token, session_duration_minutes: options.session_duration_minutes, code_verifier },
        })
        pkce.forget(flow)
        return answer
      }
      if (pkce.verifier('passwords') === undefined) return attempt('magic_links')
      try {
        // The token may be the login link of a password reset mail, which belongs to the other flow.
        return await attempt('passwords')
      } catch (error) {
        if (error instanceof ApiError && error.message.includes('pkce')) return attempt('magic_links')
        throw error
      }
    },
  }
}

const mailing = {
  email: 'string',
  login_magic_link_url: 'string?',
  signup_magic_link_url: 'string?',
  login_expiration_minutes: 'number?',
  signup_expiration_minutes: 'number?',
  login_template_id: 'string?',
  signup_template_id: 'string?',
  locale: 'string?',
} as const
