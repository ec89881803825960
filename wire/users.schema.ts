import { z } from 'zod'
import { endpoint } from './endpoint.schema.ts'
import { email, fingerprint, id, line, metadata, shownName, timestamp } from './fields.schema.ts'
import { maxLength } from './limits.ts'
import { common, user } from './objects.schema.ts'
import { users } from './users.ts'

const name = shownName(maxLength.name)

// Without the whole user the client replaces the one it holds with {}.
const deleted = z.strictObject({ ...common.shape, user_id: z.string(), __user: user })
const deletion = { params: z.object({ id }), body: null, data: deleted }

const connectedApp = z.strictObject({
  connected_app_id: z.string(),
  name: z.string(),
  description: z.string(),
  client_type: z.enum(['first_party', 'first_party_public', 'third_party', 'third_party_public']),
  logo_url: z.string().optional(),
  /** With a space between them. */
  scopes_granted: z.string(),
  /** Ours: since when, and when more was allowed last. */
  granted_at: timestamp,
  updated_at: timestamp,
})

export const userEndpoints = {
  /** Discloses account existence, as the contract requires; a project with enumeration protection always returns `password`. */
  search: endpoint(users.search, {
    params: null,
    body: z.object({ ...fingerprint, email }),
    data: z.strictObject({ ...common.shape, userType: z.enum(['new', 'password', 'passwordless']) }),
  }),
  me: endpoint(users.me, { params: null, body: null, data: z.strictObject({ ...common.shape, ...user.shape }) }),
  /** Everything a user may change; roles, trusted metadata, factors and ids in the body are dropped. */
  update: endpoint(users.update, {
    params: null,
    body: z.object({
      name: z
        .object({ first_name: name.optional(), middle_name: name.optional(), last_name: name.optional() })
        .optional(),
      untrusted_metadata: metadata.optional(),
    }),
    data: z.strictObject({
      ...common.shape,
      user_id: z.string(),
      emails: user.shape.emails,
      phone_numbers: user.shape.phone_numbers,
      crypto_wallets: user.shape.crypto_wallets,
      __user: user,
    }),
  }),
  /** The applications that the user has allowed something, the latest first. */
  connectedApps: endpoint(users.connectedApps, {
    params: null,
    body: null,
    data: z.strictObject({ ...common.shape, connected_apps: z.array(connectedApp) }),
  }),
  /** Revokes all tokens of the application. */
  revokeConnectedApp: endpoint(users.revokeConnectedApp, {
    params: z.object({ id: line(maxLength.url).min(1) }),
    body: null,
    data: common,
  }),
  deleteEmail: endpoint(users.deleteEmail, deletion),
  deletePhoneNumber: endpoint(users.deletePhoneNumber, deletion),
  deleteTotp: endpoint(users.deleteTotp, deletion),
  deleteCryptoWallet: endpoint(users.deleteCryptoWallet, deletion),
  deleteOAuthRegistration: endpoint(users.deleteOAuthRegistration, deletion),
  deleteWebauthnRegistration: endpoint(users.deleteWebauthnRegistration, deletion),
  deleteBiometricRegistration: endpoint(users.deleteBiometricRegistration, deletion),
}
