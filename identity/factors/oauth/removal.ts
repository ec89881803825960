import { endpoints } from '@corroborate/wire/endpoints.schema'
import type { Removal } from '../../sdk/feature/index.ts'
import { removeRegistration } from './registrations.ts'

export const oauthRemoval: Removal = {
  endpoint: endpoints.users.deleteOAuthRegistration,
  notFound: 'oauth_user_registration_not_found',
  action: 'oauth.deleted',
  idsOf: user => user.providers.map(({ oauth_user_registration_id: id }) => id),
  without: (user, id) => ({
    ...user,
    providers: user.providers.filter(({ oauth_user_registration_id }) => oauth_user_registration_id !== id),
  }),
  change: () => 'social-account-removed',
  remove: removeRegistration,
}
