import type { Kysely } from 'kysely'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { readModeratorNames } from './moderator-names.ts'
import { readLogOf } from './queue.ts'
import { type ModeratedKind, rejectionReasons } from './rules.ts'
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
