import { runTransaction } from '@corroborate/server-kit/database'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { enqueueJob } from '@corroborate/server-kit/outbox'
import { withdrawAllOf } from '../../accounts/one-time-tokens/index.ts'
import { listSessions, revokeSessions } from '../../accounts/sessions/index.ts'
import { findUsers, type ListedUser } from '../../accounts/user-search/find-users.ts'
import { lockUser, touchUser } from '../../accounts/users/index.ts'
import { exportAccount } from '../../calls/account-page/routes.ts'
import { notifyOwner } from '../../delivery/index.ts'
import { brought } from '../../features.ts'
import { everybodysRole } from '../../projects/index.ts'
import { unlockAccount } from '../../protection/index.ts'
import { type Command, type Outcome, ofProject, type ProjectContext } from './command.ts'
import { noteOf } from './operator.ts'
import { limitFlag, limitOf, userNamed } from './user-commands.ts'
import { sessionLine, sessionView } from './views.ts'

declare module '../../platform/names/index.ts' {
  interface OperatorEvents {
    'user.exported': true
    'user.unlocked': true
  }
}

const listedView = ({ userId, name, status, roles, createdAt, emails, phoneNumbers }: ListedUser) => ({
  user_id: userId,
  name,
  status,
  // The role that everyone has comes first.
  roles: [...new Set([everybodysRole, ...roles])],
  emails: emails.map(({ value, verified }) => ({ email: value, verified })),
  phone_numbers: phoneNumbers.map(({ value, verified }) => ({ phone_number: value, verified })),
  created_at: new Date(createdAt).toISOString(),
})

const listedLine = ({ userId, name, status, emails, phoneNumbers }: ListedUser): string =>
  [userId, emails[0]?.value ?? phoneNumbers[0]?.value ?? '', name, status].filter(Boolean).join('  ')

const search = async ({ db, project, flags, operands: [text = ''] }: ProjectContext): Promise<Outcome> => {
  const after = flags.after?.at(-1) ?? null
  const { users, next } = await findUsers(db, project.id, { text, after, limit: limitOf(flags) })
  const more = next === null ? [] : [`Next page: --after ${next}`]
  return {
    json: { users: users.map(listedView), next },
    text: [...users.map(listedLine), ...more].join('\n') || 'Nobody.',
  }
}

const endSessions = async (context: ProjectContext): Promise<Outcome> => {
  const {
    db,
    project,
    operator,
    operands: [named = '', wanted = ''],
  } = context
  const { user_id: userId } = await userNamed(db, project, named)
  const ended = await runTransaction(db, async tx => {
    const now = Date.now()
    await lockUser(tx, project.id, userId)
    const live = await listSessions(tx, project.id, userId, now)
    if (wanted !== 'all' && !live.some(({ id }) => id === wanted)) return null
    const which = wanted === 'all' ? { userId } : { sessionId: wanted }
    const count = await revokeSessions(tx, project.id, which, now)
    await noteOf(operator, tx, project, 'session.revoked', { userId, details: { session_id: wanted, ended: count } })
    return count
  })
  if (ended === null) throw new OperatorError(`${named} has no session ${wanted}.`)
  return { json: { ended }, text: ended === 1 ? 'Ended 1 session.' : `Ended ${ended} sessions.` }
}

const unlock = async ({ db, project, operator, operands: [named = ''] }: ProjectContext): Promise<Outcome> => {
  const { user_id: userId } = await userNamed(db, project, named)
  const wasCounted = await runTransaction(db, async tx => {
    if (!(await unlockAccount(tx, project.id, userId))) return false
    await noteOf(operator, tx, project, 'user.unlocked', { userId })
    return true
  })
  if (!wasCounted) throw new OperatorError(`${named} has no failed attempts.`)
  return { json: { unlocked: userId }, text: `Unlocked ${named}.` }
}

const exportUser = async ({ db, project, operator, operands: [named = ''] }: ProjectContext): Promise<Outcome> => {
  const user = await userNamed(db, project, named)
  const account = await exportAccount({ db }, project, user, Date.now())
  await noteOf(operator, db, project, 'user.exported', { userId: user.user_id })
  return { json: account, text: JSON.stringify(account, null, 2) }
}

/** Removes a user's sign-in method or second factor, with the same rules as for the user; the last sign-in method stays. */
const removeFactor = async (context: ProjectContext): Promise<Outcome> => {
  const {
    db,
    project,
    operator,
    operands: [named = '', id = ''],
  } = context
  const { user_id: userId } = await userNamed(db, project, named)
  const at = Date.now()
  const outbox: Parameters<typeof notifyOwner>[0]['outbox'] = { enqueue: (tx, job) => enqueueJob(tx, job, at) }
  await runTransaction(db, async tx => {
    await lockUser(tx, project.id, userId)
    const user = await brought.users.read(tx, project.id, userId, at)
    const removal = user === null ? undefined : brought.removals.find(({ idsOf }) => idsOf(user).includes(id))
    if (user === null || removal === undefined) throw new OperatorError(`${named} has no factor ${id}.`)
    if (brought.users.hasWayIn(user) && !brought.users.hasWayIn(removal.without(user, id))) {
      throw new OperatorError('This is the last sign-in method; without it the account could not be accessed.')
    }
    const change = removal.change(user, id)
    // Queues the notification before the removal, because the owner may only be reachable at the removed address.
    if (change !== null) await notifyOwner({ outbox, now: () => at }, tx, { project, userId, change, at })
    await removal.remove(tx, project.id, userId, id)
    await withdrawAllOf(tx, project.id, id, at)
    await touchUser(tx, project.id, userId, at)
    await noteOf(operator, tx, project, removal.action, { userId, details: { id } })
  })
  return { json: { removed: id }, text: `Removed ${id}.` }
}

/** Account support commands. */
export const supportCommands: readonly Command[] = [
  ofProject({
    usage: 'user search <TEXT>',
    reads: true,
    summary: 'Find users by ID, or by the start of an email address, phone number or name',
    flags: { ...limitFlag, after: { argument: 'PLACE', help: 'Continue after the previous page' } },
    run: search,
  }),
  ofProject({
    usage: 'user sessions <USER>',
    reads: true,
    summary: 'List a user’s sessions',
    run: async ({ db, project, operands: [named = ''] }) => {
      const { user_id: userId } = await userNamed(db, project, named)
      const sessions = await listSessions(db, project.id, userId, Date.now())
      return { json: sessions.map(sessionView), text: sessions.map(sessionLine).join('\n') || 'Nowhere.' }
    },
  }),
  ofProject({
    usage: 'user session end <USER> <SESSION>',
    role: 'support',
    summary: 'Revoke a user’s session, or all with "all"',
    run: endSessions,
  }),
  ofProject({
    usage: 'user unlock <USER>',
    role: 'support',
    summary: 'Reset a user’s failed attempts and unlock the account',
    run: unlock,
  }),
  ofProject({
    usage: 'user export <USER>',
    role: 'support',
    summary: 'Print all personal data of a user, as in their own export',
    run: exportUser,
  }),
  ofProject({
    usage: 'user factor remove <USER> <ID>',
    role: 'support',
    summary: 'Remove an email address, phone number, passkey, wallet, linked account or authenticator app from a user',
    run: removeFactor,
  }),
]
