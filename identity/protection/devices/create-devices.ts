import { randomBytes } from 'node:crypto'
import type { Metrics } from '@corroborate/server-kit/health'
import type { Database } from '../../platform/database/index.ts'
import { Refusal } from '../../platform/refusal/refusal.ts'
import type { RequestFacts } from '../../platform/request/facts-of.ts'
import type { Project } from '../../projects/index.ts'
import type { Guard, Kept } from '../guard.ts'
import { createServerKey } from '../server-key.ts'
import { hashed, readDeviceId, writeDeviceId } from './device-id.ts'
import { isAutomated, type Signals } from './signals.ts'
import { type DeviceVerdict, verdictOf } from './verdict.ts'

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
