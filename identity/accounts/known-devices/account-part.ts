import type { AccountPart } from '../users/index.ts'
import { forgetDevices } from './store.ts'

/** Known browsers as a part of the account. */
export const knownDevicePart: AccountPart = {
  userField: null,
  isWayIn: null,
  makesAccount: null,
  wipeUnproved: (tx, { projectId, userId }) => forgetDevices(tx, projectId, { userId, deviceId: null }),
  deleteUser: (tx, projectId, userId) => forgetDevices(tx, projectId, { userId, deviceId: null }),
}
