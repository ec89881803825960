import { readAudit } from '../../platform/audit/index.ts'
import { chosenProject, ofProject } from './choose-project.ts'
import { CliError } from './cli-error.ts'
import type { Command } from './command.ts'
import { findUserId } from './find-user-id.ts'
import { limitOf } from './read-words.ts'
import { auditLines } from './views.ts'

/** What can be done with the audit log. */
export const auditCommands: readonly Command[] = [
  {
    words: ['audit'],
    reads: true,
    operands: '',
    summary: 'tells who did what to whom, the newest first',
    flags: {
      ...ofProject,
      user: { argument: 'USER', help: 'only what was done to this user' },
      action: { argument: 'NAME', help: 'only this action, such as session.issued' },
      since: { argument: 'TIME', help: 'only from this time on, such as 2026-11-21' },
      limit: { argument: 'N', help: 'how many (default 50)' },
    },
    run: async context => {
      const { db, flags } = context
      const project = await chosenProject(context)
      const who = flags.user?.at(-1)
      const since = flags.since?.at(-1)
      if (since !== undefined && Number.isNaN(Date.parse(since))) throw new CliError(`"${since}" is not a time.`)
      const entries = await readAudit(db, {
        projectId: project.id,
        // A user who is gone is still found by id.
        userId: who === undefined ? undefined : ((await findUserId(db, project.id, who)) ?? who),
        action: flags.action?.at(-1),
        since: since === undefined ? undefined : Date.parse(since),
        limit: limitOf(context, 50),
      })
      return { json: entries, text: auditLines(entries) }
    },
  },
]
