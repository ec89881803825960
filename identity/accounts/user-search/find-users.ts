import { parseEmail } from '@corroborate/wire/email'
import { z } from 'zod'
import type { Database, Tx } from '../../platform/database/index.ts'
import { emails, phoneNumbers } from '../contacts/attach.ts'
import { findUserId, listUsersByAge, readUserRows, searchNames, type UserRow } from '../users/index.ts'

/** A user as a list shows them. */
export type ListedUser = UserRow & {
  emails: { value: string; verified: boolean }[]
  phoneNumbers: { value: string; verified: boolean }[]
}

export type UserPage = {
  users: ListedUser[]
  /** Cursor of the next page; null on the last page. */
  next: string | null
}

type Wanted = {
  /** Search text. If empty, lists all users, newest first. */
  text: string
  /** `next` of the page before. */
  after: string | null
  limit: number
}

/** One order that users are found in: an index each. */
type Way = 'age' | 'id' | 'email' | 'phone' | 'last' | 'first' | 'full'
type Found = { userId: string; place: readonly (string | number)[] }
type Steps = (place: readonly (string | number)[] | null, limit: number) => Promise<Found[]>

/** Cursor: the search order used, and the page's last user. */
const text = z.string().refine(value => !value.includes('\0'))
const cursor = z.union([
  z.tuple([z.literal('age'), z.tuple([z.int().min(0), text])]),
  z.tuple([z.enum(['id', 'email', 'phone']), z.tuple([text])]),
  z.tuple([z.enum(['last', 'first', 'full']), z.tuple([text, text])]),
])

/** A cursor that is none of ours begins anew. */
const readCursor = (text: string | null): z.infer<typeof cursor> | null => {
  try {
    return text === null ? null : cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    return null
  }
}
const writeCursor = (way: Way, place: Found['place']): string =>
  Buffer.from(JSON.stringify([way, place])).toString('base64url')

/** In which ways a text is looked for. Pure. */
export const waysOf = (text: string): readonly Way[] => {
  if (text === '') return ['age']
  if (text.startsWith('+')) return ['phone']
  if (text.includes('@')) return ['email']
  return /\s/.test(text) ? ['id', 'full', 'last'] : ['id', 'email', 'last', 'first']
}

/**
 * A page of a project's users: all of them, or those with an id or external id, or with an address, a number or a name that
 * begins with a text. Each way is one index, so that a page costs the same however many users there are.
 */
export const findUsers = async (
  db: Database | Tx,
  projectId: string,
  { text: typed, after, limit }: Wanted,
): Promise<UserPage> => {
  const text = typed.trim()
  const ways = waysOf(text)
  const begun = readCursor(after)
  const first = begun === null ? 0 : Math.max(0, ways.indexOf(begun[0]))
  const found: (Found & { way: Way })[] = []
  for (const [index, way] of ways.entries()) {
    if (index < first || found.length > limit) continue
    const place = begun !== null && ways[first] === begun[0] && index === first ? begun[1] : null
    // Fetches one more row than shown to detect another page.
    const more = await stepsOf(db, projectId, text)[way](place, limit + 1 - found.length)
    found.push(...more.map(each => ({ ...each, way })))
  }
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    users: await listedUsers(db, projectId, [...new Set(shown.map(({ userId }) => userId))]),
    next: found.length > limit && last !== undefined ? writeCursor(last.way, last.place) : null,
  }
}

const stepsOf = (db: Database | Tx, projectId: string, text: string): Readonly<Record<Way, Steps>> => {
  const names =
    (part: 'first_name' | 'last_name', prefix: string, given: string | null = null): Steps =>
    async (place, limit) => {
      const after = place === null ? null : { key: String(place[0]), userId: String(place[1]) }
      const rows = await searchNames(db, projectId, { part, given, prefix, after, limit })
      return rows.map(({ key, userId }) => ({ userId, place: [key, userId] }))
    }
  const contacts =
    (store: Pick<typeof phoneNumbers, 'search'>, prefix: string): Steps =>
    async (place, limit) => {
      const rows = await store.search(db, projectId, { prefix, after: place === null ? null : String(place[0]), limit })
      return rows.map(({ userId, value }) => ({ userId, place: [value] }))
    }
  const [given = '', ...rest] = text.split(/\s+/)
  return {
    age: async (place, limit) => {
      const after = place === null ? null : { createdAt: Number(place[0]), userId: String(place[1]) }
      const rows = await listUsersByAge(db, projectId, { after, limit })
      return rows.map(({ createdAt, userId }) => ({ userId, place: [createdAt, userId] }))
    },
    id: async place => {
      const userId = place === null ? await findUserId(db, projectId, text) : null
      return userId === null ? [] : [{ userId, place: [userId] }]
    },
    email: contacts(emails, canonical(text)),
    phone: contacts(phoneNumbers, `+${text.replace(/\D/g, '')}`),
    last: names('last_name', text),
    first: names('first_name', text),
    full: names('last_name', rest.join(' '), given),
  }
}

/** Addresses are kept in one spelling; the beginning of one is written small as they are. */
const canonical = (text: string): string => {
  const parsed = parseEmail(text)
  return parsed.kind === 'email' ? parsed.email : text.toLowerCase()
}

/** Lists users with the fields shown in a list, ordered by ID. */
export const listedUsers = async (
  db: Database | Tx,
  projectId: string,
  userIds: readonly string[],
): Promise<ListedUser[]> => {
  const [rows, mails, phones] = await Promise.all([
    readUserRows(db, projectId, userIds),
    emails.listOf(db, projectId, userIds),
    phoneNumbers.listOf(db, projectId, userIds),
  ])
  const rowOf = new Map(rows.map(row => [row.userId, row]))
  const of = <Each extends { userId: string; value: string; verified: boolean }>(all: Each[], userId: string) =>
    all.filter(each => each.userId === userId).map(({ value, verified }) => ({ value, verified }))
  return userIds.flatMap(userId => {
    const row = rowOf.get(userId)
    return row === undefined ? [] : { ...row, emails: of(mails, userId), phoneNumbers: of(phones, userId) }
  })
}
