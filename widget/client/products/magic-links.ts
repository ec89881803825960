import { magicLinks } from '@corroborate/wire/magic-links'
import { check, duration } from '../check.ts'
import type { Core } from '../core.ts'
import { ApiError } from '../errors.ts'
import type { MagicLinks } from '../types.ts'

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
