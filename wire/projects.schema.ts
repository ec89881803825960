import { z } from 'zod'
import { captchaServices } from './captcha.ts'
import { endpoint } from './endpoint.schema.ts'
import { id } from './fields.schema.ts'
import { common } from './objects.schema.ts'
import { projects } from './projects.ts'
import { oauthProviders } from './providers.ts'

const permissions = z.array(z.strictObject({ resource_id: z.string(), actions: z.array(z.string()) }))

/** Roles, resources and scopes, with the scopes' consent screen texts. */
export const rbacPolicy = z.strictObject({
  roles: z.array(z.strictObject({ role_id: z.string(), description: z.string(), permissions })),
  resources: z.array(
    z.strictObject({ resource_id: z.string(), description: z.string(), actions: z.array(z.string()) }),
  ),
  scopes: z.array(z.strictObject({ scope: z.string(), description: z.string(), permissions })),
})

/** Project settings needed by a client before rendering. */
export const bootstrap = z.strictObject({
  ...common.shape,
  project_name: z.string(),
  /** Inverted on purpose: absent means the watermark is shown. */
  disable_sdk_watermark: z.boolean(),
  /** Host of the OAuth start, without a scheme. */
  cname_domain: z.string().nullable(),
  /** Sender domains of mails; used for the Gmail link only if there is exactly one. */
  email_domains: z.array(z.string()),
  /** Required, and `siteKey` is the one camel-case field here: without it nearly every request of the real client fails. */
  captcha_settings: z.discriminatedUnion('enabled', [
    z.strictObject({ enabled: z.literal(false) }),
    z.strictObject({ enabled: z.literal(true), siteKey: z.string() }),
  ]),
  pkce_required_for_email_magic_links: z.boolean(),
  pkce_required_for_password_resets: z.boolean(),
  pkce_required_for_oauth: z.boolean(),
  pkce_required_for_sso: z.literal(false),
  slug_pattern: z.null(),
  create_organization_enabled: z.literal(false),
  /** Required: null means zxcvbn; if absent the client rejects the whole response. */
  password_config: z.strictObject({ luds_complexity: z.int(), luds_minimum_count: z.int() }).nullable(),
  dfp_protected_auth_enabled: z.boolean(),
  dfp_protected_auth_mode: z.enum(['OBSERVATION', 'DECISIONING']),
  rbac_policy: rbacPolicy.nullable(),
  siwe_required_for_crypto_wallets: z.boolean(),
  vertical: z.literal('CONSUMER'),
  /** Our extension: the captcha, and whether every fingerprinted request requires it. */
  captcha: z.strictObject({
    service: z.enum(['proof-of-work', ...captchaServices]),
    site_key: z.string(),
    on_every_call: z.boolean(),
  }),
  /** Ours: the social providers that are set up, and those that the sandbox plays while people develop. */
  oauth_providers: z.array(z.strictObject({ provider: z.enum(oauthProviders), sandbox: z.boolean() })),
  /** Our extension: issuer of applications' tokens (`iss`), for APIs that accept them. */
  openid_issuer: z.url(),
})
export type Bootstrap = z.infer<typeof bootstrap>

export const projectEndpoints = {
  bootstrap: endpoint(projects.bootstrap, { params: z.object({ public_token: id }), body: null, data: bootstrap }),
}
