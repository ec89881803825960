import { flagValue, UsageError } from '@corroborate/server-kit/command-line'
import { runTransaction } from '@corroborate/server-kit/database'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { parseEmail } from '@corroborate/wire/email'
import { emails } from '../../accounts/contacts/attach.ts'
import { createUser, lockUser } from '../../accounts/users/index.ts'
import { ensureConsoleProject, findConsoleProject } from '../../administrators/console-project.ts'
import { invitationHours, inviteAdministrator } from '../../administrators/invite.ts'
import {
  type AdministratorRole,
  addAdministrator,
  administratorRoles,
  changeRole,
  listAdministrators,
  roleNamed,
  roleOf,
  roleWords,
} from '../../administrators/store.ts'
import { brought } from '../../features.ts'
import type { Command, CommandContext, Outcome } from './command.ts'
import { noteOf } from './operator.ts'

declare module '../../platform/names/index.ts' {
  interface OperatorEvents {
    'administrator.added': true
    'administrator.invited': true
    'administrator.role_changed': true
    'administrator.removed': true
  }
}

const roleFrom = (text: string): AdministratorRole => {
  const role = roleNamed(text)
  if (role === null) throw new UsageError(`Unknown role "${text}". Roles: ${administratorRoles.join(', ')}.`)
  return role
}

const emailFrom = (text: string) => {
  const parsed = parseEmail(text)
  if (parsed.kind !== 'email') throw new UsageError(`"${text}" is not an email address.`)
  return parsed.email
}

/** The administrator with an address. @throws OperatorError */
const named = async ({ db, operands: [text = ''] }: CommandContext) => {
  const project = await findConsoleProject(db)
  const email = emailFrom(text)
  const found = project === null ? null : await emails.find(db, project.id, email)
  const role = project === null || found === null ? null : await roleOf(db, project.id, found.userId)
  if (project === null || found === null || role === null) throw new OperatorError(`${email} is not an administrator.`)
  return { project, email, userId: found.userId, emailId: found.id, role }
}

const invited = (link: string, email: string): Outcome => ({
  json: { email, link, expires_in_hours: invitationHours },
  text: `Within ${invitationHours} hours, ${email} comes in by the link that was mailed:\n  ${link}`,
})

const add = async (context: CommandContext): Promise<Outcome> => {
  const { db, settings, operator, operands } = context
  const email = emailFrom(operands[0] ?? '')
  const role = roleFrom(flagValue(context, 'role'))
  const project = await ensureConsoleProject(db, settings, Date.now())
  const link = await runTransaction(db, async tx => {
    const now = Date.now()
    const known = await emails.find(tx, project.id, email)
    const userId = known?.userId ?? (await createUser(tx, project, {}, now))
    await lockUser(tx, project.id, userId)
    const emailId = known?.id ?? (await emails.claim(tx, project, userId, email, false, now)) ?? ''
    if (!(await addAdministrator(tx, project.id, { userId, role }, now))) return null
    await noteOf(operator, tx, project, 'administrator.added', { userId, details: { email, role } })
    return inviteAdministrator(tx, project, { userId, emailId, email, origin: settings.identity.origin }, now)
  })
  if (link === null) throw new OperatorError(`${email} is already an administrator.`)
  return invited(link, email)
}

const inviteAgain = async (context: CommandContext): Promise<Outcome> => {
  const { db, settings, operator } = context
  const { project, userId, emailId, email } = await named(context)
  const link = await runTransaction(db, async tx => {
    await noteOf(operator, tx, project, 'administrator.invited', { userId, details: { email } })
    return inviteAdministrator(tx, project, { userId, emailId, email, origin: settings.identity.origin }, Date.now())
  })
  return invited(link, email)
}

const setRole = async (context: CommandContext): Promise<Outcome> => {
  const { db, operator, operands } = context
  const role = roleFrom(operands[1] ?? '')
  const { project, userId, email, role: before } = await named(context)
  await runTransaction(db, async tx => {
    await changeRole(tx, project.id, { userId, role })
    await noteOf(operator, tx, project, 'administrator.role_changed', { userId, details: { before, after: role } })
  })
  return { json: { email, role }, text: `${email} has the role ${role}.` }
}

const remove = async (context: CommandContext): Promise<Outcome> => {
  const { db, operator } = context
  const { project, userId, email, role } = await named(context)
  await runTransaction(db, async tx => {
    // Deletes the administrator's user with all data. Their log entries remain.
    await brought.users.delete(tx, project.id, userId)
    await noteOf(operator, tx, project, 'administrator.removed', { userId, details: { email, role } })
  })
  return { json: { removed: email }, text: `${email} is no longer an administrator.` }
}

/** The administrators with their addresses, in the order in which they came. */
export const administratorsNow = async (db: CommandContext['db']) => {
  const project = await findConsoleProject(db)
  if (project === null) return []
  const all = await listAdministrators(db, project.id)
  const addresses = await emails.listOf(
    db,
    project.id,
    all.map(({ userId }) => userId),
  )
  return all.map(({ userId, role, addedAt }) => {
    const address = addresses.find(each => each.userId === userId)
    const hasCome = address?.verified ?? false
    return {
      user_id: userId,
      email: address?.value ?? '',
      role,
      has_come: hasCome,
      added_at: new Date(addedAt).toISOString(),
    }
  })
}

const roleHelp = administratorRoles
  .map(role => `${role}: ${roleWords[role].toLowerCase().replace(/\.$/, '')}`)
  .join('; ')

/** Commands for console administrators. */
export const adminCommands: readonly Command[] = [
  {
    usage: 'admin list',
    reads: true,
    summary: 'List console administrators',
    run: async ({ db }) => {
      const all = await administratorsNow(db)
      const line = ({ email, role, has_come }: (typeof all)[number]) =>
        [role.padEnd(7), email, has_come ? '' : '(invited)'].filter(Boolean).join('  ')
      return {
        json: all,
        text: all.map(line).join('\n') || 'No administrators yet. Add the first with `admin add EMAIL --role owner`.',
      }
    },
  },
  {
    usage: 'admin add <EMAIL>',
    summary: 'Add a console administrator and email an invitation link',
    flags: { role: { argument: administratorRoles.join('|'), help: roleHelp } },
    run: add,
    showsOnce: true,
  },
  {
    usage: 'admin invite <EMAIL>',
    summary: 'Email a new invitation link',
    run: inviteAgain,
    showsOnce: true,
  },
  {
    usage: 'admin role <EMAIL> <ROLE>',
    summary: `Change an administrator’s role: ${administratorRoles.join(', ')}`,
    run: setRole,
  },
  {
    usage: 'admin remove <EMAIL>',
    summary: 'Remove an administrator and their console account',
    run: remove,
  },
]
