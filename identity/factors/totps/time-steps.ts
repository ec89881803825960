import { timingSafeEqual } from 'node:crypto'
import { HOTP, Secret } from 'otpauth'

/** Settings supported by every authenticator app: SHA-1, six digits, 30 s period (RFC 6238 §4). */
export const totpSettings = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Allowed clock skew of a phone, in time steps. */
const skew = 1

export const stepAt = (now: number): number => Math.floor(now / 1000 / totpSettings.period)

/** The code of one time step. */
export const codeAt = (secret: string, step: number): string => {
  const { algorithm, digits } = totpSettings
  return HOTP.generate({ secret: Secret.fromBase32(secret), algorithm, digits, counter: step })
}

/**
 * The time step that a code belongs to, of the steps around now that come after the last used one; null when it belongs to
 * none. It takes the same time for every code.
 */
export const stepOfCode = (
  { secret, lastStep }: { secret: string; lastStep: number },
  code: string,
  now: number,
): number | null => {
  const current = stepAt(now)
  let found: number | null = null
  for (let step = current - skew; step <= current + skew; step++) {
    const isSame = sameText(codeAt(secret, step), code)
    if (isSame && step > lastStep) found = step
  }
  return found
}

const sameText = (a: string, b: string): boolean => {
  const [one, two] = [Buffer.from(a), Buffer.from(b)]
  return one.length === two.length && timingSafeEqual(one, two)
}
