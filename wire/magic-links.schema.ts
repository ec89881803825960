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

/** `user_created` is optional, because it would disclose account existence before the mailbox is verified. */
const sent = z.strictObject({
  ...common.shape,
  user_id: z.string(),
  email_id: z.string(),
  user_created: z.boolean().optional(),
  /** Lets the requesting browser recognize the link: see `linkIdText`. Not a credential. */
  link_id: z.string(),
})

export const magicLinkEndpoints = {
  loginOrCreate: endpoint(magicLinks.loginOrCreate, { params: null, body: send, data: sent }),
  sendPrimary: endpoint(magicLinks.sendPrimary, { params: null, body: send, data: sent }),
  sendSecondary: endpoint(magicLinks.sendSecondary, { params: null, body: send, data: sent }),
  /** Returns the address of a mailed link without consuming it. Also accepts the tokens of password reset mails. */
  look: endpoint(magicLinks.look, {
    params: null,
    body: z.object({ token }),
    data: common.extend({ user_id: z.string(), email_address: z.string(), email_verified: z.boolean() }),
  }),
  /** Also accepts the tokens of password reset mails: the login link's, and the reset token itself. */
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
