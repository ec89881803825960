import type { Call } from '@corroborate/wire/call'
import type { ParamsOf } from '@corroborate/wire/types'
import { users } from '@corroborate/wire/users'
import { check } from '../check.ts'
import type { Core } from '../core.ts'
import type { Emitter } from '../emitter.ts'
import type { User, Users } from '../types.ts'

/** The signed-in user's account, and public lookups of an address. */
export const createUsers = ({ send, changeUser, store }: Core, on: Emitter['on']): Users => {
  const removal =
    <C extends Call>(method: keyof Users, call: C) =>
    async (id: string) => {
      check(`user.${method}`, { id }, { id: 'id' })
      return changeUser(call, { params: { id } as ParamsOf<C> })
    }

  return {
    get: async () => {
      const before = store.version()
      const { request_id: _, status_code: __, ...user } = await send(users.me)
      store.catchUp()
      if (store.version() === before) store.setUser(user)
      return user satisfies User
    },
    getSync: () => store.state().user,
    getInfo: () => ({ user: store.state().user, fromCache: store.fromCache() }),
    update: async changes => {
      check('user.update', changes, { name: 'object?', untrusted_metadata: 'object?' })
      return changeUser(users.update, { body: changes })
    },
    deleteEmail: removal('deleteEmail', users.deleteEmail),
    deletePhoneNumber: removal('deletePhoneNumber', users.deletePhoneNumber),
    deleteTOTP: removal('deleteTOTP', users.deleteTotp),
    deleteCryptoWallet: removal('deleteCryptoWallet', users.deleteCryptoWallet),
    deleteOAuthRegistration: removal('deleteOAuthRegistration', users.deleteOAuthRegistration),
    deleteWebauthnRegistration: removal('deleteWebauthnRegistration', users.deleteWebauthnRegistration),
    deleteBiometricRegistration: removal('deleteBiometricRegistration', users.deleteBiometricRegistration),
    search: async email => {
      check('user.search', { email }, { email: 'string' })
      return send(users.search, { body: { email } })
    },
    getConnectedApps: () => send(users.connectedApps),
    revokedConnectedApp: removal('revokedConnectedApp', users.revokeConnectedApp),
    onChange: listener => on('user', listener),
  }
}
