import { z } from 'zod'
import { endpoint } from './endpoint.schema.ts'
import { line, text, url } from './fields.schema.ts'
import { type AuthorizeName, idp } from './idp.ts'
import { maxLength } from './limits.ts'
import { common, user } from './objects.schema.ts'

const word = line(maxLength.id)
const scopeText = line(2_048)
const scopeList = z.array(line(256)).max(100)
const resource = z.array(url).max(10)

/** Parameters of an authorization request except scopes (RFC 6749, OpenID Connect Core). The response reports missing or invalid ones. */
export const authorizeParams = {
  client_id: line(maxLength.url).min(1),
  redirect_uri: url.optional(),
  response_type: word.optional(),
  response_mode: word.optional(),
  state: text(2_048).optional(),
  nonce: text(1_024).optional(),
  code_challenge: line(256).optional(),
  code_challenge_method: word.optional(),
  prompt: word.optional(),
  max_age: z.union([z.number(), word]).optional(),
  acr_values: scopeText.optional(),
  claims: text(4_096).optional(),
  login_hint: line(maxLength.email).optional(),
  id_token_hint: line(8_192).optional(),
  ui_locales: line(256).optional(),
  resource: resource.optional(),
  dpop_jkt: word.optional(),
  request: text(16_384).optional(),
  request_uri: line(maxLength.url).optional(),
  registration: text(16_384).optional(),
} satisfies Record<AuthorizeName, z.ZodType>

/** An application as shown to the user. Self-described, unless it belongs to the project. */
const oidcClient = z.strictObject({
  client_id: z.string(),
  client_name: z.string(),
  client_description: z.string(),
  client_type: z.enum(['first_party', 'first_party_public', 'third_party', 'third_party_public']),
  client_logo_url: z.string().optional(),
  /** Ours: whether an operator added the application, or it registered itself under a name of its choice. */
  verified: z.boolean(),
  /** Ours: where the answer goes, for people to read. */
  redirect_host: z.string(),
})

/** Our extension: immediate redirect, which returns an error to the application or answers `prompt=none`. */
const redirect_uri = z.string().optional()
/** Our extension: true if signed out. */
const login_required = z.boolean().optional()

const scopeResult = z.strictObject({ scope: z.string(), is_grantable: z.boolean(), description: z.string() })

export const idpEndpoints = {
  oauthAuthorizeStart: endpoint(idp.oauthAuthorizeStart, {
    params: null,
    body: z.object({ ...authorizeParams, scope: scopeText.optional() }),
    data: z.strictObject({
      ...common.shape,
      consent_required: z.boolean(),
      oidc_client: oidcClient,
      grantable_scope: z.string(),
      ungrantable_scope: z.string(),
      /** Our extension: descriptions of the scopes. */
      scope_results: z.array(scopeResult),
      redirect_uri,
      login_required,
    }),
  }),
  oauthLogoutStart: endpoint(idp.oauthLogoutStart, {
    params: null,
    body: z.object({
      client_id: line(maxLength.url).min(1).optional(),
      post_logout_redirect_uri: url.min(1).optional(),
      id_token_hint: line(8_192).optional(),
      /** The application's hint of the user, who is still asked for confirmation. */
      logout_hint: text(2_048).optional(),
      state: text(2_048).optional(),
    }),
    /** Without the application's redirect URL there is no redirect. */
    data: z.strictObject({ ...common.shape, consent_required: z.boolean(), redirect_uri: z.string().optional() }),
  }),
  authorizeStart: endpoint(idp.authorizeStart, {
    params: null,
    body: z.object({ ...authorizeParams, scopes: scopeList.optional() }),
    data: z.strictObject({
      ...common.shape,
      user_id: z.string(),
      user: user.nullable(),
      client: oidcClient,
      consent_required: z.boolean(),
      scope_results: z.array(scopeResult),
      redirect_uri,
      login_required,
    }),
  }),
  authorizeSubmit: endpoint(idp.authorizeSubmit, {
    params: null,
    body: z.object({ ...authorizeParams, scopes: scopeList.optional(), consent_granted: z.boolean() }),
    data: z.strictObject({ ...common.shape, redirect_uri: z.string(), authorization_code: z.string().optional() }),
  }),
}
