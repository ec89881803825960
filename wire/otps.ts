import type { Call } from './call.ts'

export const smsOtps = {
  loginOrCreate: { method: 'POST', path: '/otps/sms/login_or_create', auth: 'none', fingerprinted: true },
  sendPrimary: { method: 'POST', path: '/otps/sms/send/primary', auth: 'none', fingerprinted: true },
  sendSecondary: { method: 'POST', path: '/otps/sms/send/secondary', auth: 'session', fingerprinted: true },
} as const satisfies Record<string, Call>

export const whatsappOtps = {
  loginOrCreate: { method: 'POST', path: '/otps/whatsapp/login_or_create', auth: 'none', fingerprinted: true },
  sendPrimary: { method: 'POST', path: '/otps/whatsapp/send/primary', auth: 'none', fingerprinted: true },
  sendSecondary: { method: 'POST', path: '/otps/whatsapp/send/secondary', auth: 'session', fingerprinted: true },
} as const satisfies Record<string, Call>

export const emailOtps = {
  loginOrCreate: { method: 'POST', path: '/otps/email/login_or_create', auth: 'none', fingerprinted: true },
  sendPrimary: { method: 'POST', path: '/otps/email/send/primary', auth: 'none', fingerprinted: true },
  sendSecondary: { method: 'POST', path: '/otps/email/send/secondary', auth: 'session', fingerprinted: true },
} as const satisfies Record<string, Call>

export const otps = {
  authenticate: { method: 'POST', path: '/otps/authenticate', auth: 'optional', fingerprinted: true },
} as const satisfies Record<string, Call>
