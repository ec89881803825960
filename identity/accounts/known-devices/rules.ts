import type { Device } from '../../platform/devices/index.ts'

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
