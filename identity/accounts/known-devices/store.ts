import { randomBytes } from 'node:crypto'
import { deleteInSteps, prepareStatement } from '@corroborate/server-kit/database'
import { providerTables } from '@corroborate/server-kit/retention'
import type { Database, Tx } from '../../platform/database/index.ts'
import { type Device, deviceOf, networkOf } from '../../platform/devices/device-of.ts'
import { newId } from '../../platform/ids/index.ts'
import { createDeviceCookie } from '../device-cookies/device-cookie.ts'
import { type Held, hashToken } from '../sessions/index.ts'

/** A browser that the user has signed in with before. */
export type KnownDevice = Device & { id: string; secretHash: string; network: string; keepsCookies: boolean }

/** Browser signals of a sign-in. */
export type Seen = Device & { secretHash: string | null; network: string }

export type Recognised =
  /** One that was there before. */
  | { kind: 'known'; device: KnownDevice }
  /** The first one of this user: there is nothing to compare it with. */
  | { kind: 'first' }
  | { kind: 'new' }

const isSameKind = (one: Device, other: Device): boolean => one.browser === other.browser && one.system === other.system

/**
 * Decides if a user has signed in with this browser before. Its cookie proves it while the browser is of the same kind; in another kind of
 * browser the cookie was copied. A browser that has never returned its cookie may not store cookies; then the same kind of browser on the
 * same network matches. No other fingerprinting is used. Pure.
 */
export const recognise = (devices: readonly KnownDevice[], seen: Seen): Recognised => {
  if (devices.length === 0) return { kind: 'first' }
  const sameKind = devices.filter(device => isSameKind(device, seen))
  const device =
    sameKind.find(({ secretHash }) => secretHash === seen.secretHash) ??
    sameKind.find(({ keepsCookies, network }) => !keepsCookies && network === seen.network)
  return device === undefined ? { kind: 'new' } : { kind: 'known', device }
}

/** Retention period of a known device after its last use, in ms: the maximum cookie lifetime in browsers. */
const knownFor = providerTables.known_devices.ms
/** Browsers of one user. The one that was not used for longest makes room. */
const most = 30

const cookie = createDeviceCookie('known', knownFor)

/** The browser of a sign-in, and the cookie that identifies it next time. */
export type SignInDevice = {
  id: string
  /** The user has signed in before, but never in this browser. */
  isNew: boolean
  /** The `Set-Cookie` header. */
  cookie: string
}

/** Records the browser of a sign-in and reports if it is a new device. */
export const noteDevice = async ({ tx, project, userId, request }: Held, secure: boolean): Promise<SignInDevice> => {
  const devices = (await devicesOf(tx, project.id, userId)).map(
    ({ device_id, secret_hash, keeps_cookies, browser, system, network }): KnownDevice => ({
      ...{ id: device_id, secretHash: secret_hash, keepsCookies: keeps_cookies === 1, browser, system, network },
    }),
  )
  const sent = cookie.secretIn(request.cookies, userId, secure)
  const seen = { ...deviceOf(request.userAgent), network: networkOf(request.address) }
  const found = recognise(devices, { ...seen, secretHash: sent === null ? null : hashToken(sent) })
  if (found.kind === 'known') {
    const { id, secretHash, keepsCookies } = found.device
    const isSent = sent !== null && hashToken(sent) === secretHash
    // One that came without its cookie gets a new one: the secret itself is not kept.
    const secret = isSent ? sent : newSecret()
    await noteUse(tx, project.id, id, hashToken(secret), seen.network, isSent || keepsCookies ? 1 : 0, request.now)
    return { id, isNew: false, cookie: cookie.headerFor(userId, secret, secure) }
  }
  const id = newId('known-device', project.environment)
  const secret = newSecret()
  for (const old of devices.slice(most - 1)) await deleteKnownDevices(tx, project.id, { userId, deviceId: old.id })
  await tx
    .insertInto('known_devices')
    .values({
      ...{ project_id: project.id, device_id: id, user_id: userId, secret_hash: hashToken(secret), ...seen },
      ...{ keeps_cookies: 0, first_used_at: request.now, last_used_at: request.now },
    })
    .execute()
  return { id, isNew: found.kind === 'new', cookie: cookie.headerFor(userId, secret, secure) }
}

const newSecret = (): string => randomBytes(32).toString('base64url')

/** The last used first. */
const devicesOf = prepareStatement((db: Database | Tx, projectId: string, userId: string) =>
  db
    .selectFrom('known_devices')
    .select(['device_id', 'secret_hash', 'keeps_cookies', 'browser', 'system', 'network'])
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .orderBy('device_id'),
)

const noteUse = prepareStatement(
  (
    db: Database | Tx,
    projectId: string,
    id: string,
    secretHash: string,
    network: string,
    keepsCookies: number,
    now: number,
  ) =>
    db
      .updateTable('known_devices')
      .set({ secret_hash: secretHash, network, keeps_cookies: keepsCookies, last_used_at: now })
      .where('project_id', '=', projectId)
      .where('device_id', '=', id),
)

/** Forgets one browser of a user, or all (`deviceId: null`). */
export const deleteKnownDevices = async (
  tx: Tx,
  projectId: string,
  { userId, deviceId }: { userId: string; deviceId: string | null },
): Promise<void> => {
  const all = tx.deleteFrom('known_devices').where('project_id', '=', projectId).where('user_id', '=', userId)
  await (deviceId === null ? all : all.where('device_id', '=', deviceId)).execute()
}

/** Deletes devices that have not been used for long. A user's last device stays, so that the next new one still triggers a notification. */
export const sweepDevices = (db: Database, now: number): Promise<void> =>
  deleteInSteps(db, (tx, atMost) =>
    tx
      .deleteFrom('known_devices')
      .where(
        'device_id',
        'in',
        tx
          .selectFrom('known_devices as old')
          .select('old.device_id')
          .where('old.last_used_at', '<', now - knownFor)
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('known_devices as newer')
                .select('newer.device_id')
                .whereRef('newer.project_id', '=', 'old.project_id')
                .whereRef('newer.user_id', '=', 'old.user_id')
                .whereRef('newer.last_used_at', '>', 'old.last_used_at'),
            ),
          )
          .limit(atMost),
      )
      .executeTakeFirst(),
  )
