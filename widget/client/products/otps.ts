import { emailOtps, otps, smsOtps, whatsappOtps } from '@corroborate/wire/otps'
import { type TextStatus, textStatusPath } from '@corroborate/wire/text-status'
import { check, duration } from '../check.ts'
import type { Core } from '../core.ts'
import type { Otps } from '../types.ts'

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
