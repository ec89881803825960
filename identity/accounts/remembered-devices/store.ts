import { randomBytes } from 'node:crypto'
import { deleteOlder } from '@corroborate/server-kit/database'
import { providerTables } from '@corroborate/server-kit/retention'
import type { Database, Tx } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids/index.ts'
import { createDeviceCookie } from '../device-cookies/device-cookie.ts'
import { detachRememberedDevice, type Held, hashToken } from '../sessions/index.ts'

/** Lifetime of a remembered device, in ms. */
export const rememberedFor = providerTables.remembered_devices.ms

/** The cookie by which a device is remembered. */
export const { secretIn: secretInCookies, headerFor: deviceCookie } = createDeviceCookie('remembered', rememberedFor)

/** A browser that the user chose to remember. Times in epoch milliseconds. */
export type RememberedDevice = {
  id: string
  userAgent: string
  address: string
  rememberedAt: number
  lastUsedAt: number
  expiresAt: number
}

/**
 * Remembers the browser of a request whose user has just proved a second factor. The browser's previous secret becomes invalid, so a secret
 * planted by an attacker never becomes valid.
 * @returns the secret for the browser's cookie
 */
export const rememberDevice = async ({ tx, project, userId, request }: Held, secure: boolean): Promise<string> => {
  const before = secretInCookies(request.cookies, userId, secure)
  if (before !== null) {
    const old = await findBySecret(tx, project.id, { userId, secret: before, now: request.now })
    if (old !== null) await deleteRememberedDevices(tx, project.id, { userId, deviceId: old })
  }
  const secret = randomBytes(32).toString('base64url')
  await tx
    .insertInto('remembered_devices')
    .values({
      project_id: project.id,
      device_id: newId('remembered-device', project.environment),
      user_id: userId,
      secret_hash: hashToken(secret),
      user_agent: request.userAgent,
      ip_address: request.address,
      remembered_at: request.now,
      last_used_at: request.now,
      expires_at: request.now + rememberedFor,
    })
    .execute()
  return secret
}

/**
 * The device that a call came from, if its user had it remembered; null for every other. Writes down that it was used. The
 * user is held.
 */
export const useRememberedDevice = async (
  { tx, project, userId, request }: Held,
  secure: boolean,
): Promise<string | null> => {
  const secret = secretInCookies(request.cookies, userId, secure)
  if (secret === null) return null
  const id = await findBySecret(tx, project.id, { userId, secret, now: request.now })
  if (id === null) return null
  await tx
    .updateTable('remembered_devices')
    .set({ last_used_at: request.now, user_agent: request.userAgent, ip_address: request.address })
    .where('project_id', '=', project.id)
    .where('device_id', '=', id)
    .execute()
  return id
}

/** Returns the ID of the user's remembered device with this secret. Another user's secret matches nothing. */
export const findBySecret = async (
  db: Database | Tx,
  projectId: string,
  { userId, secret, now }: { userId: string; secret: string; now: number },
): Promise<string | null> => {
  const row = await db
    .selectFrom('remembered_devices')
    .select('device_id')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('secret_hash', '=', hashToken(secret))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.device_id ?? null
}

/** The remembered devices of a user, the last used first. */
export const listRememberedDevices = async (
  db: Database | Tx,
  projectId: string,
  userId: string,
  now: number,
): Promise<RememberedDevice[]> => {
  const rows = await db
    .selectFrom('remembered_devices')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('device_id')
    .execute()
  return rows.map(row => ({
    id: row.device_id,
    userAgent: row.user_agent,
    address: row.ip_address,
    rememberedAt: row.remembered_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  }))
}

/**
 * Forgets one remembered device of a user, or all (`deviceId: null`). The sessions that began on it owe the second factor again.
 * @returns how many were forgotten
 */
export const deleteRememberedDevices = async (
  tx: Tx,
  projectId: string,
  { userId, deviceId }: { userId: string; deviceId: string | null },
): Promise<number> => {
  await detachRememberedDevice(tx, projectId, { userId, deviceId })
  const all = tx.deleteFrom('remembered_devices').where('project_id', '=', projectId).where('user_id', '=', userId)
  const forgotten = deviceId === null ? all : all.where('device_id', '=', deviceId)
  return (await forgotten.returning('device_id').execute()).length
}

/** Removes the devices that are remembered no longer. */
export const sweepRememberedDevices = async (db: Database, now: number): Promise<void> => {
  await deleteOlder(db, 'remembered_devices', { key: ['project_id', 'device_id'], age: 'expires_at', before: now })
}
