import { z } from 'zod'
import { endpoint } from './endpoint.schema.ts'
import { fingerprint, id, line, sessionDurationMinutes, shownName } from './fields.schema.ts'
import { maxLength, passkeyName } from './limits.ts'
import { authResult, common, webauthnRegistration } from './objects.schema.ts'
import { webauthn } from './webauthn.ts'

/** Bytes as base64url without padding. */
const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/)
/** At most 1023 bytes (WebAuthn §6.1). */
const credentialId = base64url(1_364).min(1)
const clientDataJSON = base64url(8_192).min(1)

const credential = {
  type: z.literal('public-key'),
  id: credentialId,
  rawId: credentialId,
  authenticatorAttachment: z.string().max(32).nullish(),
}

/** Result of `navigator.credentials.create()`, as browsers serialize it to JSON. */
const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    attestationObject: base64url(65_536).min(1),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,32}$/))
      .max(16)
      .nullish(),
  }),
  clientExtensionResults: z.object({ credProps: z.object({ rk: z.boolean().nullish() }).nullish() }).nullish(),
})

/** Result of `navigator.credentials.get()`. */
const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    authenticatorData: base64url(16_384).min(1),
    signature: base64url(8_192).min(1),
    userHandle: base64url(256).nullish(),
  }),
})

/** A credential travels as text that is JSON; anything else in the text is a schema error of the field. */
const inText = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .max(131_072)
    .transform((text, context): z.output<Schema> => {
      const read = schema.safeParse(parsed(text))
      if (read.success) return read.data
      context.addIssue({
        code: 'custom',
        params: { keyword: 'format' },
        message: 'should be a public key credential as JSON',
      })
      return z.NEVER
    })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The host of the page or a parent of it; whether the project allows it is for the server to say. */
const domain = line(253).min(1)
const requestOptions = z.strictObject({
  ...common.shape,
  /** Empty if signed out. */
  user_id: z.string(),
  public_key_credential_request_options: z.string(),
})
const authenticated = authResult.extend({ webauthn_registration_id: z.string() })

export const webauthnEndpoints = {
  registerStart: endpoint(webauthn.registerStart, {
    params: null,
    body: z.object({
      domain,
      user_agent: line(1_024).optional(),
      authenticator_type: z.enum(['platform', 'cross-platform']).optional(),
      return_passkey_credential_options: z.boolean().optional(),
      /** The user handle, 64 bytes at most as UTF-8. */
      override_id: line(64).min(1).optional(),
      override_name: shownName(maxLength.name).min(1).optional(),
      override_display_name: shownName(maxLength.name).optional(),
    }),
    data: z.strictObject({
      ...common.shape,
      user_id: z.string(),
      public_key_credential_creation_options: z.string(),
    }),
  }),
  register: endpoint(webauthn.register, {
    params: null,
    body: z.object({
      public_key_credential: inText(registration),
      session_duration_minutes: sessionDurationMinutes.optional(),
    }),
    data: authenticated,
  }),
  authenticateStartPrimary: endpoint(webauthn.authenticateStartPrimary, {
    params: null,
    body: z.object({ domain, return_passkey_credential_options: z.boolean().optional() }),
    data: requestOptions,
  }),
  authenticateStartSecondary: endpoint(webauthn.authenticateStartSecondary, {
    params: null,
    body: z.object({ domain, return_passkey_credential_options: z.boolean().optional() }),
    data: requestOptions,
  }),
  authenticate: endpoint(webauthn.authenticate, {
    params: null,
    body: z.object({
      ...fingerprint,
      public_key_credential: inText(assertion),
      session_duration_minutes: sessionDurationMinutes,
    }),
    data: authenticated,
  }),
  update: endpoint(webauthn.update, {
    params: z.object({ id }),
    // A name is shown wherever passkeys are listed: text, and never markup.
    body: z.object({
      name: shownName(passkeyName.max)
        .trim()
        .min(1)
        .regex(/^[^<>]*$/),
    }),
    data: z.strictObject({ ...common.shape, webauthn_registration: webauthnRegistration }),
  }),
  /** An account's valid passkeys on a domain, for the browser (WebAuthn §5.1.10, Signal API). */
  signals: endpoint(webauthn.signals, {
    params: null,
    body: z.object({ domain }),
    data: z.strictObject({
      ...common.shape,
      signals: z.array(
        z.strictObject({
          user_handle: z.string(),
          name: z.string(),
          display_name: z.string(),
          credential_ids: z.array(z.string()),
        }),
      ),
    }),
  }),
}
