import { runTransaction } from '@corroborate/server-kit/database'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import type { User } from '@corroborate/wire/types'
import { cleanLine } from '@corroborate/wire/written-text'
import { emails } from '../../accounts/contacts/attach.ts'
import { impersonationMinutes, issueImpersonation } from '../../accounts/impersonation/issue.ts'
import { findConsoleProject, isConsole } from '../../administrators/console-project.ts'
import { listAdministrators } from '../../administrators/store.ts'
import type { Database } from '../../platform/database/index.ts'
import { everybodysRole, type Project } from '../../projects/index.ts'
import { type Command, ofProject } from './command.ts'
import { userNamed } from './user-commands.ts'

/** Reason why only an owner may impersonate a user; null for other users. */
const elevationOf = async (db: Database, project: Project, user: User): Promise<string | null> => {
  const roles = user.roles.filter(role => role !== everybodysRole)
  if (roles.length > 0) return `has the role ${roles.join(', ')}`
  const consoleProject = await findConsoleProject(db)
  if (consoleProject === null) return null
  const administrators = new Set((await listAdministrators(db, consoleProject.id)).map(({ userId }) => userId))
  for (const { value } of await emails.list(db, project.id, user.user_id)) {
    const same = await emails.find(db, consoleProject.id, value)
    if (same !== null && administrators.has(same.userId)) return 'is an administrator'
  }
  return null
}

/** Impersonation, for support. */
export const impersonationCommands: readonly Command[] = [
  ofProject({
    usage: 'impersonate <EMAIL>',
    role: 'support',
    showsOnce: true,
    summary: `Create a token for one read-only session as a user, valid ${impersonationMinutes.session} minutes`,
    flags: {
      reason: { argument: 'TEXT', help: 'Reason for the audit log (required)' },
      by: { argument: 'EMAIL', help: 'Your name (default: the operating system user)' },
    },
    run: async ({ db, project, operator: { name, role, reason: asked, request }, operands: [email = ''], flags }) => {
      const reason = cleanLine(flags.reason?.at(-1) ?? '') || asked
      if (!reason) throw new OperatorError('Set --reason; it is recorded in the audit log.')
      if (isConsole(project)) throw new OperatorError('Administrators cannot be impersonated.')
      const user = await userNamed(db, project, email)
      const elevation = role === 'owner' ? null : await elevationOf(db, project, user)
      if (elevation !== null) throw new OperatorError(`This user ${elevation}: only an owner may impersonate them.`)
      const operator = flags.by?.at(-1) ?? name
      const token = await runTransaction(db, tx =>
        issueImpersonation(tx, { project, userId: user.user_id, operator, reason, request }, Date.now()),
      )
      return {
        json: { user_id: user.user_id, impersonation_token: token, expires_in_minutes: impersonationMinutes.token },
        text: [
          token,
          `Valid once, for ${impersonationMinutes.token} minutes: impersonation.authenticate({ impersonation_token }) opens a read-only session as ${user.user_id}, who is notified by email.`,
        ].join('\n'),
      }
    },
  }),
]
