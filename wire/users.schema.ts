import { z } from 'zod'
import { endpoint } from './endpoint.schema.ts'
import { email, fingerprint, id, line, metadata } from './fields.schema.ts'
import { maxLength } from './limits.ts'
import { common, user } from './objects.schema.ts'
import { users } from './users.ts'

const name = line(maxLength.name)

// Without the whole user the client replaces the one it holds with {}.
const deleted = z.strictObject({ ...common.shape, user_id: z.string(), __user: user })
const deletion = { params: z.object({ id }), body: null, data: deleted }

export const userEndpoints = {
  /** Tells anybody who has an account, as the contract asks; a project with enumeration protection always answers `password`. */
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
  deleteEmail: endpoint(users.deleteEmail, deletion),
  deletePhoneNumber: endpoint(users.deletePhoneNumber, deletion),
  deleteTotp: endpoint(users.deleteTotp, deletion),
  deleteCryptoWallet: endpoint(users.deleteCryptoWallet, deletion),
  deleteOAuthRegistration: endpoint(users.deleteOAuthRegistration, deletion),
  deleteWebauthnRegistration: endpoint(users.deleteWebauthnRegistration, deletion),
  deleteBiometricRegistration: endpoint(users.deleteBiometricRegistration, deletion),
}
