import type { Device } from '../../platform/devices/index.ts'

/** A browser in which somebody signed in before. */
export type KnownDevice = Device & { id: string; secretHash: string; network: string; keepsCookies: boolean }

/** What a sign-in shows of the browser that it came from. */
export type Seen = Device & { secretHash: string | null; network: string }

export type Recognised =
  /** One that was there before. */
  | { kind: 'known'; device: KnownDevice }
  /** The first one of this user: there is nothing to compare it with. */
  | { kind: 'first' }
  | { kind: 'new' }

const isSameKind = (one: Device, other: Device): boolean => one.browser === other.browser && one.system === other.system

/**
 * Whether a user has signed in in a browser before. Its cookie says so, as long as the browser is still of the same kind: a
 * cookie that turns up in another one was copied. A browser that has never sent its cookie back may be one that keeps none;
 * then the same kind of browser in the same network counts as the same. Nothing else of the browser is looked at. Pure.
 */
export const recognise = (devices: readonly KnownDevice[], seen: Seen): Recognised => {
  if (devices.length === 0) return { kind: 'first' }
  const sameKind = devices.filter(device => isSameKind(device, seen))
  const device =
    sameKind.find(({ secretHash }) => secretHash === seen.secretHash) ??
    sameKind.find(({ keepsCookies, network }) => !keepsCookies && network === seen.network)
  return device === undefined ? { kind: 'new' } : { kind: 'known', device }
}
