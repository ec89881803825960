import { readAudit, type StoredAuditEntry } from '../../../platform/audit/store.ts'
import { findUserId } from '../../commands/index.ts'
import type { Cell, Field, Table } from '../page.ts'
import { offer, ofProject, type ProjectContext, pathOf, type View, withQuery } from './context.ts'

const pageSize = 50

/** Audit log filter: actor, affected user, action and period. */
export type AuditFilter = { user: string; actor: string; action: string; since: string; until: string }

export const filterOf = (value: (name: string) => string): AuditFilter => ({
  user: value('user'),
  actor: value('actor'),
  action: value('action'),
  since: value('since'),
  until: value('until'),
})

const day = 24 * 60 * 60_000
const timeOf = (text: string): number | undefined => (Number.isNaN(Date.parse(text)) ? undefined : Date.parse(text))

/** Converts the filter to the store's query. Deleted users can still be searched by ID. */
export const auditQueryOf = async (
  { core, project }: Pick<ProjectContext, 'core' | 'project'>,
  filter: AuditFilter,
) => {
  const until = timeOf(filter.until)
  return {
    projectId: project.id,
    userId: filter.user === '' ? undefined : ((await findUserId(core.db, project.id, filter.user)) ?? filter.user),
    actor: filter.actor === '' ? undefined : filter.actor,
    action: filter.action === '' ? undefined : filter.action,
    since: timeOf(filter.since),
    // A day includes its end.
    until: until === undefined ? undefined : until + day,
  }
}

const rowOf =
  ({ project }: ProjectContext) =>
  ({ at, actor, user_id, action, factor, ip_address, details }: StoredAuditEntry): Cell[] => {
    const { reason, ...rest } = details as { reason?: string }
    const said = Object.keys(rest).length === 0 ? '' : JSON.stringify(rest)
    return [
      { time: Date.parse(at) },
      { code: action },
      actor === user_id ? 'themselves' : actor.replace(/^operator:/, 'operator '),
      user_id === null ? '' : { link: { label: user_id, href: pathOf(project, `/users/${user_id}`) } },
      reason ?? '',
      [factor, ip_address, said].filter(Boolean).join('  '),
    ]
  }

const columns = ['When', 'What', 'Who', 'User', 'Why', 'More']

/** The newest entries about a user, or about everything. */
export const auditTable = async (
  context: ProjectContext,
  { userId, limit }: { userId?: string; limit: number },
): Promise<Table> => {
  const entries = await readAudit(context.core.db, { projectId: context.project.id, userId, limit })
  return { kind: 'table', caption: 'Audit log', columns, rows: entries.map(rowOf(context)), empty: 'Nothing yet.' }
}

/** The audit log of a project, filtered, a page at a time. */
export const auditView = async (context: ProjectContext): Promise<View> => {
  const { core, project, query, here } = context
  const filter = filterOf(query)
  const [at, id] = query('after').split('~')
  const after =
    at === undefined || id === undefined || !/^\d{1,15}$/.test(at) ? undefined : { at: Number(at), auditId: id }
  const wanted = await auditQueryOf(context, filter)
  const entries = await readAudit(core.db, { ...wanted, after, limit: pageSize + 1 })
  const shown = entries.slice(0, pageSize)
  const last = shown.at(-1)
  const hasMore = entries.length > pageSize && last !== undefined
  const fields: Field[] = [
    { name: 'actor', label: 'Who', type: 'text', value: filter.actor },
    { name: 'action', label: 'What', type: 'text', value: filter.action },
    { name: 'since', label: 'From', type: 'date', value: filter.since },
    { name: 'until', label: 'Until', type: 'date', value: filter.until },
  ]
  return {
    ...ofProject(context, '/audit'),
    intro: 'Administrative actions with reasons. Stored for 400 days.',
    blocks: [
      {
        kind: 'search',
        label: 'User',
        name: 'user',
        value: filter.user,
        action: pathOf(project, '/audit'),
        more: fields,
        note: 'User by ID, address or number; actor as logged, such as operator:ada@example.org.',
      },
      {
        kind: 'table',
        caption: 'Audit log',
        columns,
        rows: shown.map(rowOf(context)),
        empty: 'No matching entries.',
        next: hasMore
          ? { label: 'Older', href: withQuery(here, { after: `${Date.parse(last.at)}~${last.audit_id}` }) }
          : null,
      },
      {
        kind: 'form',
        action: pathOf(project, '/audit/export'),
        submit: 'Download',
        folded: 'Export filtered entries',
        help: 'All matching entries as JSON lines. The export is logged.',
        groups: [
          { fields: [{ name: 'reason', label: 'Why', help: 'For the audit log', type: 'text', required: true }] },
        ],
        hidden: { ...filter, back: here },
      },
      ...offer(context, 'audit-verify', {
        submit: 'Check',
        folded: 'Verify an exported log',
        help: 'A file written by AUDIT_FILE or a receiver, for all projects. Reports missing and modified lines.',
      }),
      ...offer(context, 'audit-secret', {
        submit: 'Show the secret',
        folded: 'Show the receiver’s secret',
        help: 'Receivers of AUDIT_WEBHOOK verify signatures with it.',
      }),
    ],
  }
}
