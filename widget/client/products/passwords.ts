import { passwords } from '@corroborate/wire/passwords'
import { check, duration } from '../check.ts'
import type { Core } from '../core.ts'
import type { Passwords } from '../types.ts'

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
