import type { ModerateNotice } from './model.ts'
import { type ModeratedKind, type ModerationStatus, moderatedKinds } from './rules.ts'

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
