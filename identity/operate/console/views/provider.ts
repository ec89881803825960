import { isIP } from 'node:net'
import { administratorRoles, roleWords } from '../../../administrators/store.ts'
import { whereMessagesGo } from '../../../delivery/index.ts'
import { findProject, listProjects } from '../../../projects/index.ts'
import { type LimitName, limitTable } from '../../../protection/index.ts'
import { administratorsNow } from '../../commands/index.ts'
import { acts } from '../act-form.ts'
import { askAll, innerChecks, outsideChecks } from '../outside.ts'
import type { Block, Cell } from '../page.ts'
import { mayDo } from '../run-act.ts'
import { offer, offerCell, pathOf, type View, type ViewContext } from './context.ts'

/** Start page: open tasks and navigation. */
export const overviewView = async (context: ViewContext): Promise<View> => {
  const { core, administrator } = context
  const [health, figures, projects] = await Promise.all([
    askAll(innerChecks(core, context.checks)),
    core.outbox.figures(),
    listProjects(core.db),
  ])
  const ill = health.filter(({ problem }) => problem !== null)
  const near = core.limits.nearEdge().length
  const mayChange = acts.some(act => !act.reads && mayDo(act, administrator, null))
  return {
    title: 'Overview',
    intro: roleWords[administrator.role],
    blocks: [
      ill.length === 0 && figures.dead === 0
        ? { kind: 'note', tone: 'good', text: 'All systems operational. No failed messages.' }
        : {
            kind: 'note',
            tone: 'wrong',
            text: [
              ...ill.map(({ name, problem }) => `${name}: ${problem}`),
              ...(figures.dead > 0 ? [`${figures.dead} messages failed.`] : []),
            ].join(' '),
            link:
              ill.length > 0
                ? { label: 'Health', href: '/console/health' }
                : { label: 'Look', href: '/console/outbox' },
          },
      {
        kind: 'facts',
        rows: [
          ['Pending messages', String(figures.waiting)],
          ['Failed messages', { link: { label: String(figures.dead), href: '/console/outbox' } }],
          ['Limits nearly exhausted', { link: { label: String(near), href: '/console/limits' } }],
        ],
      },
      { kind: 'heading', text: 'Projects' },
      {
        kind: 'table',
        caption: 'Projects',
        columns: ['Name', 'Users', 'Audit log'],
        rows: projects.map((project): Cell[] => [
          { link: { label: project.name, href: pathOf(project) } },
          { link: { label: 'Search users', href: pathOf(project, '/users') } },
          { link: { label: 'Read the log', href: pathOf(project, '/audit') } },
        ]),
        empty: 'No projects yet.',
      },
      ...(mayChange ? [] : [{ kind: 'note', text: 'Your role is read-only, so forms are hidden.' } as const]),
    ],
  }
}

/** Page of the external services' health and the message transports. */
export const healthView = async (context: ViewContext): Promise<View> => {
  const { core } = context
  const checks = { ...innerChecks(core, context.checks), ...(await outsideChecks(core)) }
  const [health, figures] = await Promise.all([askAll(checks), core.outbox.figures()])
  const { mail, texts } = whereMessagesGo(core.settings)
  const { redisUrl } = core.settings
  return {
    title: 'Health',
    intro: 'Live checks of every dependency: whether it responds and accepts our credentials.',
    blocks: [
      {
        kind: 'table',
        caption: 'Health',
        columns: ['What', 'State', 'Response time'],
        rows: health.map(({ name, problem, ms }): Cell[] => [
          name,
          problem === null ? { badge: 'answers', tone: 'good' } : { all: [{ badge: 'away', tone: 'wrong' }, problem] },
          `${ms} ms`,
        ]),
        empty: 'Nothing is asked.',
      },
      {
        kind: 'facts',
        rows: [
          ['Mails go to', mail],
          ['Texts go to', texts],
          [
            'Limits are counted',
            redisUrl === undefined ? 'by each node for itself' : 'in Redis, for all nodes together',
          ],
          ['Pending messages', String(figures.waiting)],
          ['Failed messages', { link: { label: String(figures.dead), href: '/console/outbox' } }],
          ['Most overdue', figures.oldestDue === 0 ? 'nothing' : `${Math.ceil(figures.oldestDue / 1_000)} s`],
        ],
      },
    ],
  }
}

const inWords = (seconds: number): string => (seconds >= 3_600 ? `${seconds / 3_600} h` : `${seconds / 60} min`)

/** Page of rate limits: those close to being exceeded, and the usage by key. */
export const limitsView = async (context: ViewContext): Promise<View> => {
  const { core, query, here } = context
  const near = core.limits.nearEdge()
  const [key, token] = [query('key').trim(), query('project') || core.settings.identity.publicToken]
  const projects = await listProjects(core.db)
  return {
    title: 'Limits',
    intro: 'Rate limits per sender, account and destination, and clients close to them.',
    blocks: [
      {
        kind: 'heading',
        text: 'Nearly exhausted',
        note: 'Clients that have used more than half of a limit, as seen by this node. Only hash prefixes are stored.',
      },
      {
        kind: 'table',
        caption: 'Limits nearly exhausted',
        columns: ['Limit', 'Key', 'Spent', 'Resets'],
        rows: near
          .slice(0, 200)
          .map(({ limit, key, spent, points, resetsAt }): Cell[] => [
            { code: limit },
            { code: key },
            spent >= points
              ? { badge: `${spent} of ${points}`, tone: 'wrong' }
              : { badge: `${spent} of ${points}`, tone: 'plain' },
            { time: resetsAt },
          ]),
        empty: 'No client is close to a limit.',
      },
      { kind: 'heading', text: 'Usage of a client' },
      {
        kind: 'search',
        label: 'IP address, email address, phone number or user ID',
        name: 'key',
        value: key,
        action: '/console/limits',
        more: [
          {
            name: 'project',
            label: 'In the project',
            type: 'choice',
            value: token,
            options: projects.map(project => ({ value: project.publicToken, label: project.name })),
          },
        ],
      },
      ...(key === '' ? [] : await spentBlocks(context, { key, token, here })),
      { kind: 'heading', text: 'All limits' },
      {
        kind: 'table',
        caption: 'All limits',
        columns: ['Limit', 'May', 'In'],
        rows: Object.entries(limitTable).map(([name, { points, perSeconds }]): Cell[] => [
          { code: name },
          String(points),
          inWords(perSeconds),
        ]),
        empty: 'There are none.',
      },
    ],
  }
}

/** Returns the key of a rate limit: an address, or a value scoped to a project. */
export const limitKeyOf = (name: string, key: string, projectId: string) =>
  name.endsWith('PerAddress') ? { address: key } : `${projectId} ${key}`

const spentBlocks = async (
  { core, administrator }: ViewContext,
  { key, token, here }: { key: string; token: string; here: string },
): Promise<Block[]> => {
  const project = await findProject(core.db, token)
  const names = Object.keys(limitTable).filter(name => name.endsWith('PerAddress') === (isIP(key) !== 0))
  const spent = await Promise.all(
    names.map(async name => ({
      name,
      ...(await core.limits.spent(name as LimitName, limitKeyOf(name, key, project?.id ?? ''))),
    })),
  )
  const found = spent.filter(({ spent }) => spent > 0)
  const mayForgive = administrator.role !== 'auditor'
  return [
    {
      kind: 'table',
      caption: 'Usage of a client',
      columns: ['Limit', 'Spent', 'Resets in', ''],
      rows: found.map(({ name, spent, points, resetSeconds }): Cell[] => [
        { code: name },
        `${spent} of ${points}`,
        `${resetSeconds} s`,
        mayForgive
          ? {
              form: {
                kind: 'form',
                action: '/console/limits/forgive',
                submit: 'Give back',
                folded: 'Give back',
                groups: [
                  {
                    fields: [{ name: 'reason', label: 'Why', help: 'For the audit log', type: 'text', required: true }],
                  },
                ],
                hidden: { limit: name, key, project: token, back: here },
              },
            }
          : '',
      ]),
      empty: `No usage recorded for ${key}.`,
    },
  ]
}

/** Page of the console's administrators. */
export const administratorsView = async (context: ViewContext): Promise<View> => {
  const all = await administratorsNow(context.core.db)
  return {
    title: 'Administrators',
    intro: 'Console administrators and their roles. At least one owner is required.',
    blocks: [
      {
        kind: 'table',
        caption: 'Administrators',
        columns: ['Address', 'Role', 'Since', '', '', ''],
        rows: all.map(({ email, role, has_come, added_at }): Cell[] => [
          has_come ? email : { all: [email, { badge: 'invited', tone: 'plain' }] },
          role,
          { time: Date.parse(added_at) },
          {
            all: administratorRoles
              .filter(each => each !== role)
              .map(each =>
                offerCell(context, 'admin-role', {
                  submit: `Make ${each}`,
                  folded: `Make ${each}`,
                  operands: [email, each],
                }),
              ),
          },
          has_come
            ? ''
            : offerCell(context, 'admin-invite', { submit: 'Invite again', folded: 'Invite again', operands: [email] }),
          offerCell(context, 'admin-remove', {
            submit: 'Remove',
            tone: 'grave',
            folded: 'Remove',
            operands: [email],
          }),
        ]),
        empty: 'No administrators.',
      },
      ...offer(context, 'admin-add', {
        submit: 'Invite',
        tone: 'main',
        folded: 'Invite an administrator',
        help: administratorRoles.map(role => `${role}: ${roleWords[role]}`).join(' '),
      }),
    ],
  }
}
