import { findUsers, type ListedUser, listedUsers } from '../../../accounts/user-search/find-users.ts'
import { listUserIdsWithRole } from '../../../accounts/users/index.ts'
import { everybodysRole } from '../../../projects/index.ts'
import type { Cell, Field } from '../page.ts'
import { offer, ofProject, type ProjectContext, pathOf, type View, withQuery } from './context.ts'

const pageSize = 50
const mostWithRole = 500

const addresses = ({ emails, phoneNumbers }: ListedUser): string[] =>
  [...emails, ...phoneNumbers].map(({ value, verified }) => (verified ? value : `${value} (unverified)`))

/** Lists all users with a granted role, of which any project has few. */
const withRole = async ({ core: { db }, project }: ProjectContext, role: string): Promise<ListedUser[]> =>
  listedUsers(db, project.id, (await listUserIdsWithRole(db, project.id, role)).slice(0, mostWithRole))

const roleField = ({ project }: ProjectContext, role: string): Field => ({
  name: 'role',
  label: 'With the role',
  type: 'choice',
  value: role,
  options: [
    { value: '', label: 'Any' },
    ...project.rbac.roles
      .filter(({ role_id }) => role_id !== everybodysRole)
      .map(({ role_id }) => ({ value: role_id, label: role_id })),
  ],
})

/** A project's users, the newest first or those that were looked for. */
export const usersView = async (context: ProjectContext): Promise<View> => {
  const { core, project, query, here } = context
  const [text, after, role] = [query('q'), query('after'), query('role')]
  const wanted = { text, after: after === '' ? null : after, limit: pageSize }
  const { users: shown, next } =
    role === '' ? await findUsers(core.db, project.id, wanted) : { users: await withRole(context, role), next: null }
  return {
    ...ofProject(context, '/users'),
    blocks: [
      {
        kind: 'search',
        label: 'Search',
        name: 'q',
        value: text,
        action: pathOf(project, '/users'),
        more: [roleField(context, role)],
        note: 'ID or external ID, or the start of an email address, a phone number such as +44 20, or a name.',
      },
      {
        kind: 'table',
        caption: 'Users',
        columns: ['User', 'Addresses', 'State', 'Roles', 'Made', 'Last sign-in'],
        rows: shown.map((user): Cell[] => [
          {
            link: {
              label: user.name || (user.emails[0]?.value ?? user.phoneNumbers[0]?.value ?? user.userId),
              href: pathOf(project, `/users/${user.userId}`),
            },
          },
          { lines: addresses(user) },
          { badge: user.status, tone: user.status === 'active' ? 'good' : 'plain' },
          user.roles.join(', '),
          { time: user.createdAt },
          user.signedInAt === null ? 'Never' : { time: user.signedInAt },
        ]),
        empty:
          role !== ''
            ? `No users have the role ${role}.`
            : text === ''
              ? 'No users yet.'
              : `No users found for “${text}”.`,
        next: next === null ? null : { label: 'Next page', href: withQuery(here, { after: next }) },
      },
      ...offer(context, 'user-import', {
        submit: 'Import',
        folded: 'Import users',
        help: 'A file with one JSON object a line. Who cannot be imported is skipped and named.',
      }),
    ],
  }
}
