import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Metrics } from '@corroborate/server-kit/health'
import { z } from 'zod'
import type { Database } from '../../platform/database/index.ts'
import { Refusal } from '../../platform/refusal/refusal.ts'
import type { RequestFacts } from '../../platform/request/facts-of.ts'
import type { Project } from '../../projects/index.ts'
import type { Guard, Kept } from '../guard.ts'
import { createServerKey } from '../server-key.ts'
import { isAutomated, type Signals } from './signals.ts'

/** Content of a device ID. It is signed rather than stored: any node reads IDs of another. */
export type DeviceId = {
  projectId: string
  /** The same for devices that look alike. */
  device: string
  userAgent: string
  isAutomated: boolean
  /** Another for each id. */
  nonce: string
  /** Epoch milliseconds. */
  issuedAt: number
}

const prefix = 'telemetry-id-'
const short = (text: string): string => text.slice(0, 16)
const macOf = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64url')

const payload = z.tuple([z.string(), z.string(), z.string(), z.boolean(), z.string(), z.number()])

/** Hashes names and browsers, so that an ID reveals neither. */
export const hashed = (key: string, ...parts: readonly string[]): string => short(macOf(key, JSON.stringify(parts)))

export const writeDeviceId = (key: string, id: DeviceId): string => {
  const parts = [hashed(key, id.projectId), id.device, hashed(key, id.userAgent), id.isAutomated, id.nonce, id.issuedAt]
  const text = Buffer.from(JSON.stringify(parts)).toString('base64url')
  return `${prefix}${text}.${short(macOf(key, text))}`
}

/** Parses an ID, to be compared by `hashed`; null if it was not issued here. */
export const readDeviceId = (key: string, id: string) => {
  const [text = '', mac = ''] = id.startsWith(prefix) ? id.slice(prefix.length).split('.') : []
  const [given, right] = [Buffer.from(mac), Buffer.from(short(macOf(key, text)))]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  const [project, device, userAgent, isAutomated, nonce, issuedAt] = payload.parse(
    JSON.parse(Buffer.from(text, 'base64url').toString()),
  )
  return { project, device, userAgent, isAutomated, nonce, issuedAt }
}

/** Device verdict. Reasons are a small set, so that operators can count them. */
export type DeviceVerdict =
  | { kind: 'allow'; reason: 'usual' }
  | { kind: 'challenge'; reason: 'unnamed' | 'old' | 'automated' | 'another-browser' | 'repeated' | 'busy' }
  | { kind: 'block'; reason: 'too-busy' }

export type DeviceFacts = {
  /** Null if the request has no device ID, or none issued here for its project. */
  id: { issuedAt: number; isAutomated: boolean; isOfBrowser: boolean } | null
  now: number
  /** Usage level of the rate limits. */
  ofId: 'far' | 'near' | 'over'
  ofDevice: 'far' | 'near' | 'over'
}

/** Lifetime of a device ID, in ms. Clients request one per call. */
const lifetime = 5 * 60_000

/** Pure. */
export const verdictOf = ({ id, now, ofId, ofDevice }: DeviceFacts): DeviceVerdict => {
  if (ofDevice === 'over') return { kind: 'block', reason: 'too-busy' }
  const reason =
    id === null
      ? 'unnamed'
      : now - id.issuedAt > lifetime
        ? 'old'
        : id.isAutomated
          ? 'automated'
          : !id.isOfBrowser
            ? 'another-browser'
            : ofId !== 'far'
              ? 'repeated'
              : ofDevice === 'near'
                ? 'busy'
                : null
  return reason === null ? { kind: 'allow', reason: 'usual' } : { kind: 'challenge', reason }
}

export type Devices = {
  /** Names a device: gives the id that its next call carries as `dfp_telemetry_id`. */
  name: (project: Pick<Project, 'id'>, signals: Signals, userAgent: string) => Promise<string>
  /** Checks the request's device and counts the verdict. */
  look: (
    project: Pick<Project, 'id'>,
    id: string | undefined,
    request: Pick<RequestFacts, 'address' | 'userAgent' | 'now'>,
  ) => Promise<DeviceVerdict>
}

type Needs = { db: Database; guard: Guard; metrics?: Metrics; now: () => number }

/** Checks devices by their browser signals. Stores only counts. */
export const createDevices = ({ db, guard, metrics, now }: Needs): Devices => {
  const serverKey = createServerKey(db, 'devices', now)
  const count = metrics?.counter('identity_devices_total', 'Calls by what was made of their device.', 'verdict')

  return {
    name: async (project, signals, userAgent) => {
      const key = await serverKey()
      return writeDeviceId(key, {
        projectId: project.id,
        device: hashed(key, JSON.stringify(signals), userAgent),
        userAgent,
        isAutomated: isAutomated(signals, userAgent),
        nonce: randomBytes(9).toString('base64url'),
        issuedAt: now(),
      })
    },

    look: async (project, id, { address, userAgent, now: at }) => {
      const key = await serverKey()
      const read = id === undefined ? null : readDeviceId(key, id)
      const known = read !== null && read.project === hashed(key, project.id) ? read : null
      const verdict = verdictOf({
        id: known && {
          issuedAt: known.issuedAt,
          isAutomated: known.isAutomated,
          isOfBrowser: known.userAgent === hashed(key, userAgent),
        },
        now: at,
        ofId: known === null ? 'far' : await used(() => guard.project('callPerDeviceId', project, known.nonce)),
        ofDevice:
          known === null
            ? 'far'
            : await used(() => guard.project('callPerDevice', project, `${known.device} ${address}`)),
      })
      count?.(`${verdict.kind} ${verdict.reason}`)
      return verdict
    },
  }
}

const used = async (take: () => Promise<Kept>): Promise<'far' | 'near' | 'over'> => {
  try {
    return (await take()).isNear ? 'near' : 'far'
  } catch (error) {
    if (error instanceof Refusal) return 'over'
    throw error
  }
}
