import { account } from '@corroborate/wire/account'
import { check } from '../check.ts'
import type { Core } from '../core.ts'
import type { Account } from '../types.ts'

/** Account page methods beyond the published contract. */
export const createAccount = ({ send, endSession }: Core): Account => ({
  sessions: async () => (await send(account.sessions)).sessions,
  endSession: async id => {
    check('account.endSession', { id }, { id: 'id' })
    return send(account.endSession, { params: { id } })
  },
  endOtherSessions: () => send(account.endOtherSessions),
  devices: async () => (await send(account.devices)).devices,
  forgetDevice: id => send(account.forgetDevice, { params: { id } }),
  events: async () => (await send(account.events)).events,
  export: async () => (await send(account.export)).account,
  delete: async () => {
    const answer = await send(account.delete)
    endSession()
    return answer
  },
})
