import type { AccountPart } from '../users/index.ts'
import { forgetRememberedDevices } from './store.ts'

/** Remembered devices as a part of the account. */
export const rememberedDevicePart: AccountPart = {
  userField: null,
  isWayIn: null,
  makesAccount: null,
  wipeUnproved: async (tx, { projectId, userId }) => {
    await forgetRememberedDevices(tx, projectId, { userId, deviceId: null })
  },
  deleteUser: async (tx, projectId, userId) => {
    await forgetRememberedDevices(tx, projectId, { userId, deviceId: null })
  },
}
