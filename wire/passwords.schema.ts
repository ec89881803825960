import { z } from 'zod'
import { endpoint } from './endpoint.schema.ts'
import {
  codeChallenge,
  codeVerifier,
  email,
  expirationMinutes,
  fingerprint,
  locale,
  password,
  sessionDurationMinutes,
  templateId,
  token,
  url,
} from './fields.schema.ts'
import { passwordResetExpiration } from './limits.ts'
import { authResult, authResultWithoutUserCopy, common } from './objects.schema.ts'
import { passwords } from './passwords.ts'

const emailAndPassword = z.object({
  ...fingerprint,
  email,
  password,
  session_duration_minutes: sessionDurationMinutes,
})

/** Password strength for the field's meter. `missing_…` count unmet LUDS requirements. */
export const passwordStrength = z.strictObject({
  ...common.shape,
  /** The only field that lets a form go on. */
  valid_password: z.boolean(),
  /** zxcvbn's, 0 to 4. */
  score: z.int().min(0).max(4),
  breached_password: z.boolean(),
  strength_policy: z.enum(['zxcvbn', 'luds']),
  breach_detection_on_create: z.boolean(),
  feedback: z.strictObject({
    warning: z.string(),
    suggestions: z.array(z.string()),
    luds_requirements: z.strictObject({
      has_lower_case: z.boolean(),
      has_upper_case: z.boolean(),
      has_digit: z.boolean(),
      has_symbol: z.boolean(),
      missing_characters: z.int().min(0),
      missing_complexity: z.int().min(0),
    }),
  }),
})
export type PasswordStrength = z.infer<typeof passwordStrength>

export const passwordEndpoints = {
  create: endpoint(passwords.create, {
    params: null,
    body: emailAndPassword,
    data: authResult.extend({ email_id: z.string() }),
  }),
  authenticate: endpoint(passwords.authenticate, { params: null, body: emailAndPassword, data: authResult }),
  strengthCheck: endpoint(passwords.strengthCheck, {
    params: null,
    body: z.object({ password, email: email.optional() }),
    data: passwordStrength,
  }),
  /** The IDs are optional, because the response for an unknown address is the same. */
  resetByEmailStart: endpoint(passwords.resetByEmailStart, {
    params: null,
    body: z.object({
      ...fingerprint,
      email,
      login_redirect_url: url.optional(),
      reset_password_redirect_url: url.optional(),
      reset_password_expiration_minutes: expirationMinutes(passwordResetExpiration).optional(),
      reset_password_template_id: templateId.optional(),
      code_challenge: codeChallenge.optional(),
      locale: locale.optional(),
    }),
    data: common.extend({
      user_id: z.string().optional(),
      email_id: z.string().optional(),
      /** ID of the mail's login link, if it has one: see `linkIdText`. */
      link_id: z.string().optional(),
    }),
  }),
  resetByEmail: endpoint(passwords.resetByEmail, {
    params: null,
    body: z.object({
      ...fingerprint,
      token,
      password,
      session_duration_minutes: sessionDurationMinutes,
      code_verifier: codeVerifier.optional(),
    }),
    data: authResult,
  }),
  resetByExistingPassword: endpoint(passwords.resetByExistingPassword, {
    params: null,
    body: z.object({
      ...fingerprint,
      email,
      existing_password: password,
      new_password: password,
      session_duration_minutes: sessionDurationMinutes,
    }),
    data: authResult,
  }),
  resetBySession: endpoint(passwords.resetBySession, {
    params: null,
    body: z.object({
      ...fingerprint,
      password,
      session_duration_minutes: sessionDurationMinutes.optional(),
    }),
    data: authResultWithoutUserCopy,
  }),
}
