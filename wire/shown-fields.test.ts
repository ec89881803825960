import { describe, expect, test } from 'vitest'
import { allEndpoints } from './endpoints.schema.ts'
import { invisibleTexts, joinedTexts } from './testing/invisible-texts.ts'
import { textFields } from './testing/text-fields.ts'

/**
 * Fields that no person is shown: what identifies, proves, leads somewhere, or is counted. Any other field that takes text takes none of which
 * nothing can be seen. A field of a new endpoint belongs to one or the other.
 */
const notShown: ReadonlySet<string> = new Set(
  `acr_values captcha_token claims client_id code_challenge code_challenge_method code_verifier crypto_wallet_address dfp_telemetry_id domain dpop_jkt existing_password id_token_hint impersonation_token locale login_hint login_magic_link_url login_redirect_url login_template_id logout_hint max_age method_id new_password nonce oauth_user_registration_id organization_id override_id password post_logout_redirect_uri prompt recovery_code redirect_uri registration request request_uri reset_password_redirect_url reset_password_template_id resource response_mode response_type scope scopes signature signup_magic_link_url signup_template_id state token totp_code ui_locales user_agent
  event.error_code event.error_description event.event_name event.http_status_code event.public_token telemetry.app.identifier telemetry.app_session_id telemetry.client_sent_at telemetry.event_id telemetry.persistent_id telemetry.sdk.identifier telemetry.sdk.version telemetry.stytch_session_id telemetry.stytch_user_id telemetry.timezone`.split(
    /\s+/,
  ),
)

const fields = allEndpoints.flatMap(({ path, method, body }) =>
  body === null ? [] : textFields(body).map(({ name, schema }) => ({ call: `${method} ${path}`, name, schema })),
)

describe('fields of the API', () => {
  test('are found, down to nested ones', () => {
    expect(fields.map(({ name }) => name)).toContain('name.first_name')
    expect(fields.length).toBeGreaterThan(60)
  })

  test.each(fields.filter(({ name }) => !notShown.has(name)))(
    '$call: $name takes no text that nobody sees',
    ({ schema }) => {
      for (const text of invisibleTexts) expect(schema.safeParse(text).success, JSON.stringify(text)).toBe(false)
    },
  )

  test.each(['name.first_name', 'name.last_name', 'override_display_name'])('%s keeps joiners', name => {
    const field = fields.find(each => each.name === name)
    for (const text of joinedTexts) expect(field?.schema.parse(text)).toBe(text)
  })
})
