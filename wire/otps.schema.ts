import { z } from 'zod'
import { endpoint } from './endpoint.schema.ts'
import {
  email,
  expirationMinutes,
  fingerprint,
  id,
  locale,
  passcode,
  phoneNumber,
  sessionDurationMinutes,
  templateId,
} from './fields.schema.ts'
import { passcodeExpiration } from './limits.ts'
import { authResult, common } from './objects.schema.ts'
import { emailOtps, otps, smsOtps, whatsappOtps } from './otps.ts'

const options = {
  ...fingerprint,
  expiration_minutes: expirationMinutes(passcodeExpiration).optional(),
  locale: locale.optional(),
}
const whatsappBody = z.object({ ...options, phone_number: phoneNumber })
const smsBody = z.object({
  ...options,
  phone_number: phoneNumber,
  enable_autofill: z.boolean().optional(),
  autofill_session_duration_minutes: sessionDurationMinutes.optional(),
})
const emailBody = z.object({
  ...options,
  email,
  login_template_id: templateId.optional(),
  signup_template_id: templateId.optional(),
})

/** `method_id` is required by `otps/authenticate` beside the code. */
const sentToPhone = z.strictObject({
  ...common.shape,
  method_id: z.string(),
  user_id: z.string(),
  phone_id: z.string(),
  user_created: z.boolean().optional(),
})
const sentToEmail = z.strictObject({
  ...common.shape,
  method_id: z.string(),
  user_id: z.string(),
  email_id: z.string(),
  user_created: z.boolean().optional(),
})

export const smsOtpEndpoints = {
  loginOrCreate: endpoint(smsOtps.loginOrCreate, { params: null, body: smsBody, data: sentToPhone }),
  sendPrimary: endpoint(smsOtps.sendPrimary, { params: null, body: smsBody, data: sentToPhone }),
  sendSecondary: endpoint(smsOtps.sendSecondary, { params: null, body: smsBody, data: sentToPhone }),
}

export const whatsappOtpEndpoints = {
  loginOrCreate: endpoint(whatsappOtps.loginOrCreate, { params: null, body: whatsappBody, data: sentToPhone }),
  sendPrimary: endpoint(whatsappOtps.sendPrimary, { params: null, body: whatsappBody, data: sentToPhone }),
  sendSecondary: endpoint(whatsappOtps.sendSecondary, { params: null, body: whatsappBody, data: sentToPhone }),
}

export const emailOtpEndpoints = {
  loginOrCreate: endpoint(emailOtps.loginOrCreate, { params: null, body: emailBody, data: sentToEmail }),
  sendPrimary: endpoint(emailOtps.sendPrimary, { params: null, body: emailBody, data: sentToEmail }),
  sendSecondary: endpoint(emailOtps.sendSecondary, { params: null, body: emailBody, data: sentToEmail }),
}

export const otpEndpoints = {
  authenticate: endpoint(otps.authenticate, {
    params: null,
    body: z.object({
      ...fingerprint,
      /** The six digits a person typed. Any other text is refused as a wrong code, not as a malformed request. */
      token: passcode,
      method_id: id,
      session_duration_minutes: sessionDurationMinutes,
    }),
    data: authResult.extend({ method_id: z.string() }),
  }),
}
