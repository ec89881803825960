import { findClient, issuerOf, listClients } from '../../../openid/index.ts'
import { appView } from '../../commands/index.ts'
import type { Cell } from '../page.ts'
import { offer, ofProject, type ProjectContext, pathOf, type View } from './context.ts'

/** The applications of others that sign people in with a project. */
export const appsView = async (context: ProjectContext): Promise<View> => {
  const { core, project } = context
  const clients = await listClients(core.db, project.id)
  return {
    ...ofProject(context, '/apps'),
    intro: 'Applications that sign users in with this project through OpenID Connect.',
    blocks: [
      { kind: 'facts', rows: [['Issuer', { code: issuerOf(core.origin, project.id) }]] },
      {
        kind: 'table',
        caption: 'Applications',
        columns: ['Name', 'Client id', 'Kind', 'Made'],
        rows: clients.map(({ id, name, origin, isPublic, firstParty, createdAt }): Cell[] => [
          { link: { label: name, href: pathOf(project, `/apps/${encodeURIComponent(id)}`) } },
          { code: id },
          [
            isPublic ? 'public' : 'confidential',
            firstParty ? 'ours' : '',
            origin === 'registered' ? 'registered itself' : '',
          ]
            .filter(Boolean)
            .join(', '),
          { time: createdAt },
        ]),
        empty: 'There are none yet.',
      },
      ...offer(context, 'app-create', {
        submit: 'Create application',
        tone: 'main',
        folded: 'Create an application',
        help: 'Its secret is shown once.',
        only: ['name', 'redirect', 'public', 'first-party', 'description', 'scope'],
        groups: { More: moreOptions },
      }),
    ],
  }
}

const moreOptions = [
  'post-logout-redirect',
  'backchannel-logout',
  'resource',
  'serves',
  'client-credentials',
  'pkce',
  'auth-method',
  'jwks',
  'jwks-uri',
  'profile',
  'logo',
]

/** One application; null when there is none. */
export const appPageView = async (context: ProjectContext): Promise<View | null> => {
  const { core, project, param } = context
  const client = await findClient(core.db, project.id, param('app'))
  if (client === null) return null
  const operands = [client.id]
  return {
    ...ofProject(context, '/apps'),
    trail: [
      { label: 'Projects', href: '/console/projects' },
      { label: project.name, href: pathOf(project, '/apps') },
    ],
    title: client.name,
    blocks: [
      {
        kind: 'facts',
        rows: Object.entries(appView(client)).map(([name, value]): [string, Cell] => [
          name.replaceAll('_', ' '),
          Array.isArray(value) ? { lines: value.map(String) } : String(value ?? 'none'),
        ]),
      },
      ...offer(context, 'app-set', {
        submit: 'Change',
        tone: 'main',
        folded: 'Change the application',
        help: 'Empty fields are unchanged. Lists are replaced.',
        only: ['name', 'description', 'redirect', 'scope', 'first-party'],
        groups: { More: moreOptions },
        operands,
      }),
      ...(client.isPublic || client.authMethod !== 'client_secret'
        ? []
        : offer(context, 'app-rotate-secret', {
            submit: 'Rotate secret',
            tone: 'grave',
            folded: 'Give it a new secret',
            help: 'The old secret stops working immediately. The new one is shown once.',
            operands,
          })),
      ...offer(context, 'app-delete', {
        submit: 'Delete application',
        tone: 'grave',
        folded: 'Delete the application',
        help: 'Also revokes its tokens.',
        operands,
        back: pathOf(project, '/apps'),
      }),
    ],
  }
}
