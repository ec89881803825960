import { z } from 'zod'
import { endpoint } from './endpoint.schema.ts'
import { codeVerifier, id, sessionDurationMinutes, token } from './fields.schema.ts'
import { oauth } from './oauth.ts'
import { authResult, common } from './objects.schema.ts'
import { oauthProviders } from './providers.ts'

/** The provider's own tokens for its APIs. Missing ones are empty. */
const providerValues = z.strictObject({
  access_token: z.string(),
  id_token: z.string(),
  refresh_token: z.string(),
  scopes: z.array(z.string()),
  /** ISO 8601, or empty where the provider does not say. */
  expires_at: z.string(),
})

export const oauthEndpoints = {
  authenticate: endpoint(oauth.authenticate, {
    params: null,
    body: z.object({
      token,
      session_duration_minutes: sessionDurationMinutes,
      code_verifier: codeVerifier.optional(),
    }),
    data: authResult.extend({
      /** Capitalised: `Google`. */
      provider_type: z.string(),
      provider_subject: z.string(),
      profile_picture_url: z.string(),
      locale: z.string(),
      oauth_user_registration_id: z.string(),
      provider_values: providerValues,
    }),
  }),
  attach: endpoint(oauth.attach, {
    params: null,
    body: z.object({ provider: z.enum(oauthProviders) }),
    data: z.strictObject({ ...common.shape, oauth_attach_token: z.string() }),
  }),
  /** Ours: the provider's tokens of a linked account, renewed where the provider lets us; never its refresh token. */
  providerValues: endpoint(oauth.providerValues, {
    params: null,
    body: z.object({ oauth_user_registration_id: id }),
    data: z.strictObject({ ...common.shape, provider_values: providerValues }),
  }),
}
