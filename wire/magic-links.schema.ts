import { z } from 'zod'
import { endpoint } from './endpoint.schema.ts'
import {
  codeChallenge,
  codeVerifier,
  email,
  expirationMinutes,
  fingerprint,
  locale,
  sessionDurationMinutes,
  templateId,
  token,
  url,
} from './fields.schema.ts'
import { magicLinkExpiration } from './limits.ts'
import { magicLinks } from './magic-links.ts'
import { authResult, common } from './objects.schema.ts'

// Applications' own options arrive in this body too; keys that are not ours are dropped, never refused.
const send = z.object({
  ...fingerprint,
  email,
  login_magic_link_url: url.optional(),
  signup_magic_link_url: url.optional(),
  login_expiration_minutes: expirationMinutes(magicLinkExpiration).optional(),
  signup_expiration_minutes: expirationMinutes(magicLinkExpiration).optional(),
  login_template_id: templateId.optional(),
  signup_template_id: templateId.optional(),
  locale: locale.optional(),
  code_challenge: codeChallenge.optional(),
})

/** `user_created` is optional: telling it before the mailbox is proved tells anybody who has an account. */
const sent = z.strictObject({
  ...common.shape,
  user_id: z.string(),
  email_id: z.string(),
  user_created: z.boolean().optional(),
  /** The browser that asked recognises the link by it: see `linkIdText`. No credential. */
  link_id: z.string(),
})

export const magicLinkEndpoints = {
  loginOrCreate: endpoint(magicLinks.loginOrCreate, { params: null, body: send, data: sent }),
  sendPrimary: endpoint(magicLinks.sendPrimary, { params: null, body: send, data: sent }),
  sendSecondary: endpoint(magicLinks.sendSecondary, { params: null, body: send, data: sent }),
  /** Tells anyone who has a mailed link which address it is for; spends nothing. Takes the tokens of a reset mail as well. */
  look: endpoint(magicLinks.look, {
    params: null,
    body: z.object({ token }),
    data: common.extend({ user_id: z.string(), email_address: z.string(), email_verified: z.boolean() }),
  }),
  /** Takes the tokens of a reset mail as well: its log-in link, and the reset token itself. */
  authenticate: endpoint(magicLinks.authenticate, {
    params: null,
    body: z.object({
      token,
      session_duration_minutes: sessionDurationMinutes,
      code_verifier: codeVerifier.optional(),
    }),
    data: authResult.extend({ method_id: z.string() }),
  }),
}
