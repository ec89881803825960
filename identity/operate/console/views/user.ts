import type { User } from '@corroborate/wire/types'
import { listSessions } from '../../../accounts/sessions/index.ts'
import { isConsole } from '../../../administrators/console-project.ts'
import { deviceOf } from '../../../platform/devices/device-of.ts'
import { everybodysRole } from '../../../projects/index.ts'
import { readFailures } from '../../../protection/index.ts'
import type { Block, Cell } from '../page.ts'
import { auditTable } from './audit.ts'
import { offer, offerCell, ofProject, type ProjectContext, pathOf, type View } from './context.ts'

const factorsOf = (user: User): { what: string; name: string; id: string; since: string }[] => [
  ...user.emails.map(each => ({
    what: each.verified ? 'Email address' : 'Email address, unverified',
    name: each.email,
    id: each.email_id,
    since: '',
  })),
  ...user.phone_numbers.map(each => ({
    what: each.verified ? 'Phone number' : 'Phone number, unverified',
    name: each.phone_number,
    id: each.phone_id,
    since: '',
  })),
  ...user.webauthn_registrations.map(each => ({
    what: 'Passkey',
    name: `${each.name} (${each.domain})`,
    id: each.webauthn_registration_id,
    since: '',
  })),
  ...user.totps.map(each => ({
    what: each.verified ? 'Authenticator app' : 'Authenticator app, not confirmed',
    name: '',
    id: each.totp_id,
    since: '',
  })),
  ...user.crypto_wallets.map(each => ({
    what: 'Wallet',
    name: `${each.crypto_wallet_address} (${each.crypto_wallet_type})`,
    id: each.crypto_wallet_id,
    since: '',
  })),
  ...user.providers.map(each => ({
    what: 'Linked account',
    name: `${each.provider_type} (${each.provider_subject})`,
    id: each.oauth_user_registration_id,
    since: '',
  })),
]

/** Page of a user: profile, sign-in methods, sessions and support actions. Null if there is none. */
export const userView = async (context: ProjectContext): Promise<View | null> => {
  const { core, project, param } = context
  const user = await core.users.read(core.db, project.id, param('user'), core.now())
  if (user === null) return null
  const [sessions, failures] = await Promise.all([
    listSessions(core.db, project.id, user.user_id, core.now()),
    readFailures(core.db, project.id, user.user_id),
  ])
  const name = Object.values(user.name).filter(Boolean).join(' ')
  const locked = failures.filter(({ lockedUntil }) => lockedUntil > core.now())
  return {
    ...ofProject(context, '/users'),
    trail: [
      { label: 'Projects', href: '/console/projects' },
      { label: project.name, href: pathOf(project, '/users') },
    ],
    title: name || (user.emails[0]?.email ?? user.phone_numbers[0]?.phone_number ?? user.user_id),
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['User id', { code: user.user_id }],
          ['State', user.status],
          ['Roles', user.roles.join(', ')],
          ['Password', user.password === null ? 'none' : user.password.requires_reset ? 'to be reset' : 'set'],
          ['External id', user.external_id ?? 'none'],
          ['Made', { time: Date.parse(user.created_at) }],
          ['Changed', { time: Date.parse(user.updated_at) }],
          [
            'Consecutive failed attempts',
            failures.length === 0
              ? 'none'
              : failures.map(({ guessed, failures }) => `${guessed.replace('_', ' ')}: ${failures}`).join(', '),
          ],
          ...locked.map(
            ({ guessed, lockedUntil }) => [`Locked (${guessed.replace('_', ' ')})`, { time: lockedUntil }] as const,
          ),
        ],
      },
      ...factorBlocks(context, user),
      ...sessionBlocks(context, user, sessions),
      ...roleBlocks(context, user),
      ...helpBlocks(context, user, failures.length > 0),
      { kind: 'heading', text: 'What happened' },
      await auditTable(context, { userId: user.user_id, limit: 20 }),
      {
        kind: 'note',
        text: 'See the audit log for more.',
        link: {
          label: 'All entries about this user',
          href: pathOf(project, `/audit?user=${encodeURIComponent(user.user_id)}`),
        },
      },
    ],
  }
}

const factorBlocks = (context: ProjectContext, user: User): Block[] => [
  { kind: 'heading', text: 'Sign-in methods' },
  {
    kind: 'table',
    caption: 'Sign-in methods',
    columns: ['What', 'Name', ''],
    rows: factorsOf(user).map(({ what, name, id }): Cell[] => [
      what,
      name,
      offerCell(context, 'user-factor-remove', {
        submit: 'Remove',
        tone: 'grave',
        folded: 'Remove',
        operands: [user.user_id, id],
      }),
    ]),
    empty: 'No sign-in methods.',
  },
  ...(user.totps.some(({ verified }) => verified)
    ? offer(context, 'user-authenticator-remove', {
        submit: 'Remove',
        tone: 'grave',
        folded: 'Remove the authenticator app',
        help: 'For users who have lost their phone and recovery codes. The user is notified at every verified address.',
        operands: [user.user_id],
      })
    : []),
]

const sessionBlocks = (
  context: ProjectContext,
  user: User,
  sessions: Awaited<ReturnType<typeof listSessions>>,
): Block[] => [
  { kind: 'heading', text: 'Sessions' },
  {
    kind: 'table',
    caption: 'Sessions',
    columns: ['Device', 'From', 'Factors', 'Began', 'Last used', ''],
    rows: sessions.map(({ id, userAgent, address, factors, startedAt, lastAccessedAt }): Cell[] => {
      const { browser, system } = deviceOf(userAgent)
      return [
        [browser, system].filter(Boolean).join(' on ') || 'Unknown',
        address,
        factors.map(({ type }) => type).join(', '),
        { time: startedAt },
        { time: lastAccessedAt },
        offerCell(context, 'user-session-end', {
          submit: 'End',
          tone: 'grave',
          folded: 'End',
          operands: [user.user_id, id],
        }),
      ]
    }),
    empty: 'No active sessions.',
  },
  ...(sessions.length > 0
    ? offer(context, 'user-session-end', {
        submit: 'End all sessions',
        tone: 'grave',
        folded: 'End all sessions',
        operands: [user.user_id, 'all'],
      })
    : []),
]

const roleBlocks = (context: ProjectContext, user: User): Block[] => {
  const { project } = context
  const own = user.roles.filter(role => role !== everybodysRole)
  const others = project.rbac.roles.map(({ role_id }) => role_id).filter(role => !user.roles.includes(role))
  const forms = [
    ...others.flatMap(role =>
      offer(context, 'user-role-add', {
        submit: `Give ${role}`,
        folded: `Give the role ${role}`,
        operands: [user.user_id, role],
      }),
    ),
    ...own.flatMap(role =>
      offer(context, 'user-role-remove', {
        submit: `Take ${role}`,
        tone: 'grave',
        folded: `Take the role ${role}`,
        operands: [user.user_id, role],
      }),
    ),
  ]
  return forms.length === 0 ? [] : [{ kind: 'heading', text: 'Roles' }, ...forms]
}

const helpBlocks = (context: ProjectContext, user: User, isCounted: boolean): Block[] => {
  const { project, administrator } = context
  const operands = [user.user_id]
  const forms = [
    ...(isCounted
      ? offer(context, 'user-unlock', {
          submit: 'Unlock',
          tone: 'main',
          folded: 'Unlock the account',
          help: 'Resets the failed attempts.',
          operands,
        })
      : []),
    ...(isConsole(project) || (administrator.role !== 'owner' && user.roles.some(role => role !== everybodysRole))
      ? []
      : offer(context, 'impersonate', {
          submit: 'Create a token',
          folded: 'Impersonate this user',
          help: 'The token opens one read-only session as them, without their roles. They are notified by email.',
          operands,
        })),
    ...offer(context, 'user-export', {
      submit: 'Download',
      folded: 'Export personal data',
      help: 'The same file users can download themselves.',
      operands,
    }),
    ...offer(context, 'user-delete', {
      submit: 'Delete permanently',
      tone: 'grave',
      folded: 'Delete the account',
      help: 'Deletes all data of the account. This cannot be undone.',
      operands,
      back: pathOf(project, '/users'),
    }),
  ]
  return forms.length === 0 ? [] : [{ kind: 'heading', text: 'Help' }, ...forms]
}
