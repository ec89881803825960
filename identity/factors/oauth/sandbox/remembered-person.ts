import { z } from 'zod'
import type { Row } from '../upstream/index.ts'
import { type Typed, usualPerson } from './people.ts'

/** Cookie that remembers the browser's last identity. */
export const personCookie = 'sandbox_person'

const kept = z.object({ name: z.string(), account: z.string(), isVerified: z.boolean() })

/** Encodes the input as the cookie's value. Pure. */
export const encodePerson = (typed: Typed): string => Buffer.from(JSON.stringify(typed)).toString('base64url')

/**
 * Decodes the browser's last identity, or the default one if the cookie is missing or invalid. At a provider without email addresses, the
 * part before the @ is the username. Pure.
 */
export const rememberedPerson = (cookie: string | undefined, tells: Row['tells']): Typed => {
  const last = decodePerson(cookie)
  return tells === 'nothing' ? { ...last, account: last.account.replace(/@.*/, '') } : last
}

const decodePerson = (value = ''): Typed => {
  try {
    return kept.parse(JSON.parse(Buffer.from(value, 'base64url').toString()))
  } catch {
    return usualPerson
  }
}
