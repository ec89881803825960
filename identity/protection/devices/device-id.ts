import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

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
