import { OperatorError } from '@corroborate/server-kit/operator-error'
import { readAudit } from '../../platform/audit/index.ts'
import { ofProject } from './choose-project.ts'
import type { Command } from './command.ts'
import { findUserId } from './find-user-id.ts'
import { limitFlag, limitOf } from './limit-of.ts'
import { auditLines } from './views.ts'

/** What can be done with the audit log. */
export const auditCommands: readonly Command[] = [
  ofProject({
    usage: 'audit',
    reads: true,
    summary: 'Shows who did what to which user, newest first',
    flags: {
      user: { argument: 'USER', help: 'Only what was done to this user' },
      action: { argument: 'NAME', help: 'Only this action, such as session.issued' },
      since: { argument: 'TIME', help: 'Only from this time on, such as 2026-11-21' },
      ...limitFlag,
    },
    run: async ({ db, project, flags }) => {
      const who = flags.user?.at(-1)
      const since = flags.since?.at(-1)
      if (since !== undefined && Number.isNaN(Date.parse(since))) throw new OperatorError(`"${since}" is not a time.`)
      const entries = await readAudit(db, {
        projectId: project.id,
        // A user who was deleted is still found by id.
        userId: who === undefined ? undefined : ((await findUserId(db, project.id, who)) ?? who),
        action: flags.action?.at(-1),
        since: since === undefined ? undefined : Date.parse(since),
        limit: limitOf(flags),
      })
      return { json: entries, text: auditLines(entries) }
    },
  }),
]
