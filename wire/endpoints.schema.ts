import { accountEndpoints } from './account.schema.ts'
import { cryptoWalletEndpoints } from './crypto-wallets.schema.ts'
import type { Endpoint } from './endpoint.schema.ts'
import { eventEndpoints } from './events.schema.ts'
import { idpEndpoints } from './idp.schema.ts'
import { impersonationEndpoints } from './impersonation.schema.ts'
import { magicLinkEndpoints } from './magic-links.schema.ts'
import { memberEndpoints } from './members.schema.ts'
import { oauthEndpoints } from './oauth.schema.ts'
import { emailOtpEndpoints, otpEndpoints, smsOtpEndpoints, whatsappOtpEndpoints } from './otps.schema.ts'
import { passwordEndpoints } from './passwords.schema.ts'
import { projectEndpoints } from './projects.schema.ts'
import { sessionEndpoints } from './sessions.schema.ts'
import { totpEndpoints } from './totps.schema.ts'
import { userEndpoints } from './users.schema.ts'
import { webauthnEndpoints } from './webauthn.schema.ts'

/** The whole contract. New products add their line here, and are then routed, callable and fuzzed. */
export const endpoints = {
  projects: projectEndpoints,
  magicLinks: magicLinkEndpoints,
  smsOtps: smsOtpEndpoints,
  whatsappOtps: whatsappOtpEndpoints,
  emailOtps: emailOtpEndpoints,
  otps: otpEndpoints,
  passwords: passwordEndpoints,
  users: userEndpoints,
  sessions: sessionEndpoints,
  account: accountEndpoints,
  totps: totpEndpoints,
  webauthn: webauthnEndpoints,
  cryptoWallets: cryptoWalletEndpoints,
  oauth: oauthEndpoints,
  impersonation: impersonationEndpoints,
  events: eventEndpoints,
  members: memberEndpoints,
  idp: idpEndpoints,
} as const

export const allEndpoints: readonly Endpoint[] = Object.values(endpoints).flatMap(group =>
  Object.values<Endpoint>(group),
)
