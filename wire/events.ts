import type { Call } from './call.ts'

export const events = {
  submit: { method: 'POST', path: '/events', auth: 'bare', fingerprinted: false },
} as const satisfies Record<string, Call>

/** Events reported by this contract's client. Servers accept other names too, since later clients have more. */
export const eventNames = [
  'sdk_instance_instantiated',
  'render_login_screen',
  'email_sent',
  'email_try_again_clicked',
  'start_oauth_flow',
] as const
export type EventName = (typeof eventNames)[number]

export type EmailEventType = 'login_or_create_eml' | 'login_or_create_otp' | 'reset_password'
