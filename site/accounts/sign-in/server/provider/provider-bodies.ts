import { impersonatorOf } from '@corroborate/wire/impersonation'
import { owesSecondFactor } from '@corroborate/wire/second-factor'
import { z } from 'zod'
import type { Unavailable } from './ask-provider.ts'

const user = z.object({
  user_id: z.string().min(1),
  created_at: z.string(),
  updated_at: z.string(),
  name: z.object({ first_name: z.string(), last_name: z.string() }),
  emails: z.array(z.object({ email: z.string(), verified: z.boolean() })),
  phone_numbers: z.array(z.object({ phone_number: z.string(), verified: z.boolean() })).default([]),
  roles: z.array(z.string()),
})

/** A valid session as reported by the provider. Times in epoch milliseconds. */
export type ProvedSession = {
  token: string
  /** Null when the provider keeps it to itself. */
  jwt: string | null
  sessionId: string
  expiresAt: number
  /** Its user has a second factor, and has not proved it. */
  owesSecondFactor: boolean
  /** Impersonating operator; null for the user's own session. */
  impersonator: string | null
  user: z.output<typeof user>
}

// Read leniently: a newer provider may say more.
const signedIn = z.object({
  data: z.object({
    session_token: z.string(),
    session_jwt: z.string(),
    session: z.object({
      session_id: z.string().min(1),
      expires_at: z.iso.datetime().transform(Date.parse),
      custom_claims: z.record(z.string(), z.unknown()).nullish(),
      authentication_factors: z
        .array(
          z.looseObject({
            type: z.string(),
            impersonated_factor: z
              .object({ impersonator_id: z.string(), impersonator_email_address: z.string() })
              .exactOptional(),
          }),
        )
        .default([]),
    }),
    user,
  }),
})
const linkSent = z.object({ data: z.object({ link_id: z.string().min(1) }) })
const linkLookedAt = z.object({
  data: z.object({ user_id: z.string().min(1), email_address: z.string().min(1), email_verified: z.boolean() }),
})
const exported = z.object({ data: z.object({ account: z.record(z.string(), z.unknown()) }) })

const somethingElse: Unavailable = { kind: 'unavailable', reason: 'Unexpected response from the identity provider' }

/** Parses a session. `sent` replaces a token that the provider does not return. */
export const readSession = (body: unknown, sent: string): { kind: 'found'; session: ProvedSession } | Unavailable => {
  const read = signedIn.safeParse(body)
  if (!read.success) return somethingElse
  const { session_token, session_jwt, session, user } = read.data.data
  return {
    kind: 'found',
    session: {
      token: session_token || sent,
      jwt: session_jwt || null,
      sessionId: session.session_id,
      expiresAt: session.expires_at,
      owesSecondFactor: owesSecondFactor(session.custom_claims),
      impersonator: impersonatorOf(session.authentication_factors)?.email ?? null,
      user,
    },
  }
}

export const readLinkSent = (body: unknown): { kind: 'sent'; linkId: string } | Unavailable => {
  const read = linkSent.safeParse(body)
  return read.success ? { kind: 'sent', linkId: read.data.data.link_id } : somethingElse
}

/** Account and recipient of an emailed token, and the verification state of that address. */
export type LinkLookedAt = { kind: 'found'; userId: string; email: string; isProved: boolean }

export const readLinkLookedAt = (body: unknown): LinkLookedAt | Unavailable => {
  const read = linkLookedAt.safeParse(body)
  if (!read.success) return somethingElse
  const { user_id, email_address, email_verified } = read.data.data
  return { kind: 'found', userId: user_id, email: email_address, isProved: email_verified }
}

export const readExport = (body: unknown): { kind: 'found'; account: Record<string, unknown> } | Unavailable => {
  const read = exported.safeParse(body)
  return read.success ? { kind: 'found', account: read.data.data.account } : somethingElse
}
