import { runTransaction } from '@corroborate/server-kit/database'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { impersonationMinutes, issueImpersonation } from '../../accounts/impersonation/index.ts'
import { isConsole } from '../../administrators/index.ts'
import { ofProject } from './choose-project.ts'
import { userNamed } from './choose-user.ts'
import type { Command } from './command.ts'

/** Acting as a user, for support. */
export const impersonationCommands: readonly Command[] = [
  ofProject({
    usage: 'impersonate <EMAIL>',
    role: 'support',
    showsOnce: true,
    summary: `Creates a token that opens one session as a user, for ${impersonationMinutes.session} minutes`,
    flags: {
      reason: { argument: 'TEXT', help: 'Why, for the audit log (required)' },
      by: { argument: 'EMAIL', help: 'Who you are (default: the name you are logged in with here)' },
    },
    run: async ({ db, project, operator: { name, reason: asked, request }, operands: [email = ''], flags }) => {
      const reason = flags.reason?.at(-1)?.trim() || asked
      if (!reason) throw new OperatorError('Say why with --reason: it goes into the audit log.')
      if (isConsole(project)) throw new OperatorError('Nobody acts as an administrator.')
      const user = await userNamed(db, project, email)
      const operator = flags.by?.at(-1) ?? name
      const token = await runTransaction(db, tx =>
        issueImpersonation(tx, { project, userId: user.user_id, operator, reason, request }, Date.now()),
      )
      return {
        json: { user_id: user.user_id, impersonation_token: token, expires_in_minutes: impersonationMinutes.token },
        text: [
          token,
          `Good once, for ${impersonationMinutes.token} minutes: impersonation.authenticate({ impersonation_token }) opens a session as ${user.user_id}.`,
        ].join('\n'),
      }
    },
  }),
]
