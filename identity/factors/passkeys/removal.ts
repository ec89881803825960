import { endpoints } from '@corroborate/wire/endpoints.schema'
import type { User } from '@corroborate/wire/types'
import type { Removal } from '../../sdk/feature/index.ts'
import { removePasskey } from './store.ts'

const idsOf = (user: User): string[] => user.webauthn_registrations.map(key => key.webauthn_registration_id)

export const passkeyRemoval: Removal = {
  endpoint: endpoints.users.deleteWebauthnRegistration,
  notFound: 'webauthn_registration_not_found',
  action: 'passkey.deleted',
  idsOf,
  without: (user, id) => ({
    ...user,
    webauthn_registrations: user.webauthn_registrations.filter(key => key.webauthn_registration_id !== id),
  }),
  change: () => 'passkey-removed',
  remove: removePasskey,
}
