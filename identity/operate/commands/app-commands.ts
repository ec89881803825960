import { commandName, UsageError } from '@corroborate/server-kit/command-line'
import { runTransaction } from '@corroborate/server-kit/database'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import {
  type Client,
  type ClientSettings,
  clientProblem,
  createClient,
  deleteClient,
  findClient,
  issuerOf,
  lackedForFapi2,
  listClients,
  replaceSecret,
  updateClient,
} from '../../openid/index.ts'
import type { AuditAction } from '../../platform/audit/store.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Project } from '../../projects/index.ts'
import { applied, appSettingFlags, isOn, readLogo } from './app-settings.ts'
import { type Command, ofProject, type ProjectContext } from './command.ts'
import { noteOf, type Operator } from './operator.ts'
import { appLines, appView } from './views.ts'

const kindFlags = {
  public: { argument: '', help: 'Public client without a secret, for browsers and devices' },
  'first-party': { argument: '', help: 'First-party application: no consent screen' },
}

/** Commands for a project's OpenID applications. */
export const appCommands: readonly Command[] = [
  ofProject({
    usage: 'app create',
    showsOnce: true,
    summary: 'Create an OpenID client. Prints its ID and its secret, which is shown only once',
    flags: { ...appSettingFlags, ...kindFlags },
    run: async context => {
      const { db, project, flags } = context
      if (flags.name === undefined) throw new UsageError('Name the application with --name NAME.')
      const kind = { isPublic: flags.public !== undefined, firstParty: flags['first-party'] !== undefined }
      const settings = await applied(kind, context)
      requireFapi2(project, settings)
      const logo = await readLogo(context)
      await requireServed(context, { ...newClient, ...settings })
      const { client, secret } = await runTransaction(db, async tx => {
        const made = await createClient(tx, project, { settings, logo: logo ?? null }, Date.now())
        await note(context, tx, 'app.created', made.client)
        return made
      })
      const issuer = issuerHere(context)
      return {
        json: { client_id: client.id, ...(secret !== null && { client_secret: secret }), issuer },
        text: [
          `client id      ${client.id}`,
          ...(secret === null ? [] : [secretLine(secret)]),
          `issuer         ${issuer}`,
        ].join('\n'),
      }
    },
  }),
  ofProject({
    usage: 'app list',
    reads: true,
    summary: 'Lists the applications of a project',
    run: async ({ db, project }) => {
      const clients = await listClients(db, project.id)
      const lines = clients.map(
        ({ id, name, origin }) => `${id}  ${name}${origin === 'registered' ? '  (registered itself)' : ''}`,
      )
      return {
        json: clients.map(appView),
        text: lines.join('\n') || 'No applications yet. Create one with `app create --name NAME --redirect URL`.',
      }
    },
  }),
  ofProject({
    usage: 'app show <ID>',
    reads: true,
    summary: 'Shows an application',
    run: async context => {
      const client = await chosenClient(context)
      return { json: appView(client), text: appLines(client) }
    },
  }),
  ofProject({
    usage: 'app set <ID>',
    showsOnce: true,
    summary: 'Change an application. Given values replace the old ones',
    flags: {
      ...appSettingFlags,
      'first-party': { argument: 'on|off', help: 'on: nobody is asked for consent' },
    },
    run: async context => {
      const { db, project, flags } = context
      const client = await chosenClient(context)
      if (Object.keys(flags).length === 0) throw new UsageError('Set at least one option.')
      const firstParty = flags['first-party'] === undefined ? {} : { firstParty: isOn(flags, 'first-party') }
      const settings = await applied({ ...client, ...firstParty }, context)
      requireFapi2(project, settings)
      const logo = await readLogo(context)
      const ownKeys = settings.authMethod === 'private_key_jwt'
      if (client.origin === 'registered' && ownKeys) {
        throw new OperatorError(`${client.name} was dynamically registered and manages its own credentials.`)
      }
      const changed = {
        ...client,
        ...settings,
        logo: logo === undefined ? client.logo : logo,
        secretHash: ownKeys ? null : client.secretHash,
      }
      await requireServed(context, changed)
      const needsSecret = !ownKeys && client.authMethod !== 'client_secret'
      const secret = await runTransaction(db, async tx => {
        await updateClient(tx, project.id, changed, Date.now())
        await note(context, tx, 'app.changed', client, { changed: Object.keys(flags) })
        return needsSecret ? replaceSecret(tx, project.id, changed, Date.now()) : null
      })
      return {
        json: { ...appView(changed), ...(secret !== null && { client_secret: secret }) },
        text: [appLines(changed), ...(secret === null ? [] : [secretLine(secret)])].join('\n'),
      }
    },
  }),
  ofProject({
    usage: 'app rotate-secret <ID>',
    showsOnce: true,
    summary: 'Rotate an application’s secret. The old one stops working immediately',
    run: async context => {
      const { db, project } = context
      const client = await chosenClient(context)
      if (client.isPublic) throw new OperatorError(`${client.name} is a public client without a secret.`)
      if (client.authMethod !== 'client_secret') {
        throw new OperatorError(`${client.name} authenticates with its own keys and has no secret.`)
      }
      const secret = await runTransaction(db, async tx => {
        await note(context, tx, 'app.secret_rotated', client)
        return replaceSecret(tx, project.id, client, Date.now())
      })
      return {
        json: { client_id: client.id, client_secret: secret, issuer: issuerHere(context) },
        text: secretLine(secret),
      }
    },
  }),
  ofProject({
    usage: 'app delete <ID>',
    summary: 'Delete an application and its tokens',
    run: async context => {
      const { db, project } = context
      const client = await chosenClient(context)
      await runTransaction(db, async tx => {
        await deleteClient(tx, project.id, client.id)
        await note(context, tx, 'app.deleted', client)
      })
      return {
        json: { client_id: client.id, deleted: true },
        text: `Deleted ${client.name} and revoked its tokens.`,
      }
    },
  }),
]

type Acting = { operator: Operator; project: Project }

const note = (
  { operator, project }: Acting,
  tx: Tx,
  action: AuditAction,
  { id, name }: Client,
  details: object = {},
): Promise<void> => noteOf(operator, tx, project, action, { details: { client_id: id, name, ...details } })

/** @throws OperatorError when an application would be of a profile that its project does not keep */
const requireFapi2 = (project: Project, { profile }: ClientSettings): void => {
  const lacked = profile === 'none' ? [] : lackedForFapi2(project)
  if (lacked.length === 0) return
  const said = `${commandName('identity')} project set ${project.publicToken} ${lacked.join(' ')}`
  throw new OperatorError(`This project lacks settings that FAPI 2.0 requires. Enable them with \`${said}\`.`)
}

/** The rest of a client before it has settings and is stored. */
const newClient = { id: 'new', origin: 'operator', secretHash: null, logo: null, createdAt: 0, updatedAt: 0 } as const

/** @throws OperatorError when the provider could not serve an application with these settings */
const requireServed = async ({ db, project }: ProjectContext, client: Client): Promise<void> => {
  const problem = await clientProblem(db, project, { ...client, secretHash: 'hash' })
  if (problem !== null) throw new OperatorError(`Conflicting settings: ${problem}.`)
}

const secretLine = (secret: string): string => `client secret  ${secret}  (it is not shown again)`

const issuerHere = ({ settings, project }: ProjectContext): string => issuerOf(settings.identity.origin, project.id)

const chosenClient = async ({ db, project, operands: [id = ''] }: ProjectContext): Promise<Client> => {
  const client = await findClient(db, project.id, id)
  if (client === null) throw new OperatorError(`No application with ID ${id}. List them with \`app list\`.`)
  return client
}
