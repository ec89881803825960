import { endpoints } from '@corroborate/wire/endpoints.schema'
import type { Removal } from '../../sdk/feature/index.ts'
import { removeTotp } from './store.ts'

export const totpRemoval: Removal = {
  endpoint: endpoints.users.deleteTotp,
  notFound: 'totp_not_found',
  action: 'totp.deleted',
  idsOf: user => user.totps.map(({ totp_id }) => totp_id),
  without: (user, id) => ({ ...user, totps: user.totps.filter(({ totp_id }) => totp_id !== id) }),
  // An unconfirmed authenticator app protected nothing, so its removal triggers no notification.
  change: (user, id) =>
    user.totps.some(({ totp_id, verified }) => totp_id === id && verified) ? 'authenticator-app-removed' : null,
  remove: removeTotp,
}
