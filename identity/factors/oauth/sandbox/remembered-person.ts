import { z } from 'zod'
import type { Row } from '../upstream/index.ts'
import { type Typed, usualPerson } from './people.ts'

/** The cookie that keeps who a browser was last time. */
export const personCookie = 'sandbox_person'

const kept = z.object({ name: z.string(), account: z.string(), isVerified: z.boolean() })

/** The value of the cookie for what somebody typed. Pure. */
export const encodePerson = (typed: Typed): string => Buffer.from(JSON.stringify(typed)).toString('base64url')

/**
 * Who a browser was last time, by its cookie; the usual person when the cookie is missing or broken. At a provider without
 * addresses the part before the @ is the user name. Pure.
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
