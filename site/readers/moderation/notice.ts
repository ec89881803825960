import type { Kysely } from 'kysely'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import type { ModerateNotice } from './counts.ts'
import { readModeratorNames } from './moderators.ts'
import { readLogOf } from './queue.ts'
import { type ModeratedKind, type ModerationStatus, moderatedKinds, rejectionReasons } from './rules.ts'
import type { ModerationTables } from './store.ts'

const nouns: Readonly<Record<ModeratedKind, string>> = {
  comment: 'note',
  audit: 'report',
  contribution: 'contribution',
  problem: 'problem',
}

const verbs = {
  approve: 'approved it',
  second: 'approved it as second moderator',
  reject: 'rejected it',
  spam: 'marked it as spam',
  block: 'marked it as spam and blocked its author',
  undo: 'returned it to the queue',
} as const

/** Describes an entry's change since the moderator loaded it: another decision, or an edit. */
export const whatChanged = async (
  db: Kysely<ModerationTables & SignInTables>,
  { kind, id, version }: { kind: ModeratedKind; id: string; version: number },
): Promise<string> => {
  const before = `This ${nouns[kind]} has changed since you looked`
  const last = (await readLogOf(db, kind, [id])).find(line => line.version === version - 1)
  if (last === undefined) return `${before}: its author edited it. Reload the page to see the new version.`
  const { moderator, action, reason, message } = last
  const names = await readModeratorNames(db.$pickTables<'accounts'>(), moderator === null ? [] : [moderator])
  const by = moderator === null ? 'A former moderator' : (names.get(moderator) ?? 'Another moderator')
  const why = reason === null ? '' : ` (${rejectionReasons[reason]})`
  return `${before}: ${by} ${verbs[action]}${why}.${message === null ? '' : ` Their message to the author: “${message}”`}`
}

type Decided = { kind: ModeratedKind; id: string; status: ModerationStatus; version: number }

/** Query that shows a decision notice, for one entry or many. */
export const noticeQuery = {
  done: ({ kind, id, status, version }: Decided) => ['done', `${kind}.${id}.${status}.${version}`] as const,
  bulk: (done: number, changed: number) => ['bulk', `${done}.${changed}`] as const,
}

/** Parses such a query; null if absent or invalid. */
export const noticeOf = (query: URLSearchParams): ModerateNotice | null => {
  const [, kind, id, status, version] =
    /^(\w+)\.([\w-]{1,64})\.(pending|approved|rejected|spam)\.(\d{1,9})$/.exec(query.get('done') ?? '') ?? []
  const of = moderatedKinds.find(each => each === kind)
  if (of !== undefined && id !== undefined)
    return { kind: 'decided', of, id, status: status as ModerationStatus, version: Number(version) }
  const [, done, changed] = /^(\d{1,3})\.(\d{1,3})$/.exec(query.get('bulk') ?? '') ?? []
  return done === undefined ? null : { kind: 'bulk', done: Number(done), changed: Number(changed) }
}
