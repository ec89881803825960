import { readFile } from 'node:fs/promises'
import { runTransaction } from '@corroborate/server-kit/database'
import {
  type Client,
  type ClientSettings,
  createClient,
  deleteClient,
  findClient,
  issuerOf,
  listClients,
  logoOf,
  parseSettings,
  replaceSecret,
  updateClient,
} from '../../openid/index.ts'
import { type AuditAction, audit } from '../../platform/audit/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { onOff, type Project, SettingError } from '../../projects/index.ts'
import { chosenProject, ofProject } from './choose-project.ts'
import { CliError, UsageError } from './cli-error.ts'
import type { Command, CommandContext } from './command.ts'
import { actorHere } from './operator.ts'
import { operand } from './read-words.ts'

const settingFlags = {
  name: { argument: 'NAME', help: 'what people are shown' },
  description: { argument: 'TEXT', help: 'one line about it' },
  redirect: { argument: 'URL', help: 'where people come back to, to the letter (repeatable)' },
  'post-logout-redirect': { argument: 'URL', help: 'where people may be led after they logged out (repeatable)' },
  'backchannel-logout': { argument: 'URL|none', help: 'told here when a session ends' },
  scope: {
    argument: 'SCOPE',
    help: 'what it may ask for (repeatable; default: openid profile email phone offline_access)',
  },
  resource: { argument: 'URL', help: 'an API that it may ask tokens for (repeatable)' },
  serves: { argument: 'URL', help: 'an API that it is: it may ask about tokens for that (repeatable)' },
  'client-credentials': { argument: 'on|off', help: 'it may sign in as itself, where the project lets machines' },
  pkce: { argument: 'on|off', help: 'off: a confidential one whose library has no PKCE' },
  logo: { argument: 'FILE|none', help: 'a PNG, JPEG or WebP of at most 64 KB, of which we keep a copy' },
}

const kindFlags = {
  public: { argument: '', help: 'it can keep no secret: in a browser, or on somebody’s device' },
  'first-party': { argument: '', help: 'it is ours: nobody is asked for their consent' },
}

/** What can be done with applications that sign people in with a project. */
export const appCommands: readonly Command[] = [
  {
    words: ['app', 'create'],
    operands: '',
    summary: 'lets an application sign people in; prints its id, and its secret this once',
    flags: { ...settingFlags, ...kindFlags, ...ofProject },
    run: async context => {
      const { db, flags } = context
      const project = await chosenProject(context)
      if (flags.name === undefined) throw new UsageError('Say what people are shown: --name NAME.')
      const kind = { isPublic: flags.public !== undefined, firstParty: flags['first-party'] !== undefined }
      const settings = applied({ ...kind }, flags)
      const logo = await readLogo(flags)
      const made = await runTransaction(db, async tx => {
        const { client, secret } = await createClient(tx, project, { settings, logo: logo ?? null }, Date.now())
        await note(tx, project, 'app.created', client)
        return { client, secret }
      })
      const { client, secret } = made
      return {
        json: {
          client_id: client.id,
          ...(secret !== null && { client_secret: secret }),
          issuer: issuerHere(context, project),
        },
        text: [
          `client id      ${client.id}`,
          ...(secret === null ? [] : [`client secret  ${secret}  (it is not shown again)`]),
          `issuer         ${issuerHere(context, project)}`,
        ].join('\n'),
      }
    },
  },
  {
    words: ['app', 'list'],
    reads: true,
    operands: '',
    summary: 'lists the applications of a project',
    flags: ofProject,
    run: async context => {
      const { id } = await chosenProject(context)
      const clients = await listClients(context.db, id)
      const lines = clients.map(
        ({ id, name, origin }) => `${id}  ${name}${origin === 'registered' ? '  (registered itself)' : ''}`,
      )
      return {
        json: clients.map(view),
        text: lines.join('\n') || 'There are none: `app create --name NAME --redirect URL` makes one.',
      }
    },
  },
  {
    words: ['app', 'show'],
    reads: true,
    operands: 'ID',
    summary: 'shows an application',
    flags: ofProject,
    run: async context => {
      const { client } = await chosenClient(context)
      return { json: view(client), text: linesOf(client) }
    },
  },
  {
    words: ['app', 'set'],
    operands: 'ID',
    summary: 'changes an application; what is given replaces what was there',
    flags: {
      ...settingFlags,
      'first-party': { argument: 'on|off', help: 'nobody is asked for their consent' },
      ...ofProject,
    },
    run: async context => {
      const { flags } = context
      const { project, client } = await chosenClient(context)
      const { project: _, ...given } = flags
      if (Object.keys(given).length === 0) throw new UsageError('Say what to set: name at least one setting.')
      const firstParty = flags['first-party'] === undefined ? {} : { firstParty: flag(flags, 'first-party') }
      const settings = applied({ ...client, ...firstParty }, flags)
      const logo = await readLogo(flags)
      const changed = { ...client, ...settings, logo: logo === undefined ? client.logo : logo }
      await runTransaction(context.db, async tx => {
        await updateClient(tx, project.id, changed, Date.now())
        await note(tx, project, 'app.changed', client, { changed: Object.keys(given) })
      })
      return { json: view(changed), text: linesOf(changed) }
    },
  },
  {
    words: ['app', 'rotate-secret'],
    operands: 'ID',
    summary: 'gives an application another secret; the old one is void at once',
    flags: ofProject,
    run: async context => {
      const { project, client } = await chosenClient(context)
      if (client.isPublic) throw new CliError(`${client.name} is public: it has no secret.`)
      const secret = await runTransaction(context.db, async tx => {
        await note(tx, project, 'app.secret_rotated', client)
        return replaceSecret(tx, project.id, client, Date.now())
      })
      return {
        json: { client_id: client.id, client_secret: secret, issuer: issuerHere(context, project) },
        text: `client secret  ${secret}  (it is not shown again)`,
      }
    },
  },
  {
    words: ['app', 'delete'],
    operands: 'ID',
    summary: 'deletes an application with every token it has',
    flags: ofProject,
    run: async context => {
      const { project, client } = await chosenClient(context)
      await runTransaction(context.db, async tx => {
        await deleteClient(tx, project.id, client.id)
        await note(tx, project, 'app.deleted', client)
      })
      return { json: { client_id: client.id, deleted: true }, text: `${client.name} is gone, and its tokens are void.` }
    },
  },
]

type Flags = CommandContext['flags']

const note = (
  tx: Tx,
  project: Project,
  action: AuditAction,
  { id, name }: Client,
  details: object = {},
): Promise<void> =>
  audit(tx, {
    projectId: project.id,
    action,
    actor: actorHere(),
    at: Date.now(),
    details: { client_id: id, name, ...details },
  })

const issuerHere = ({ settings }: CommandContext, { id }: Project): string => issuerOf(settings.identity.origin, id)

const chosenClient = async (context: CommandContext): Promise<{ project: Project; client: Client }> => {
  const project = await chosenProject(context)
  const id = operand(context, 0, 'The client id')
  const client = await findClient(context.db, project.id, id)
  if (client === null) throw new CliError(`There is no application ${id}: \`app list\` shows them.`)
  return { project, client }
}

const flag = (flags: Flags, name: string): boolean => {
  try {
    return onOff(flags[name] ?? [])
  } catch (error) {
    throw error instanceof SettingError ? new UsageError(`--${name} ${error.message}.`) : error
  }
}

/** Settings with what the flags say of them. */
const applied = (before: Partial<ClientSettings>, flags: Flags): ClientSettings => {
  const last = (name: string) => flags[name]?.at(-1)
  const given = {
    name: last('name'),
    description: last('description'),
    redirectUrls: flags.redirect,
    postLogoutRedirectUrls: flags['post-logout-redirect'],
    backchannelLogoutUrl: last('backchannel-logout') === 'none' ? null : last('backchannel-logout'),
    scopes: flags.scope?.flatMap(text => text.split(/[\s,]+/).filter(scope => scope !== '')),
    resources: flags.resource,
    serves: flags.serves,
    clientCredentials: flags['client-credentials'] && flag(flags, 'client-credentials'),
    pkce: flags.pkce && flag(flags, 'pkce'),
  }
  const parsed = parseSettings({
    ...before,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  })
  if (parsed.kind === 'settings') return parsed.settings
  throw new UsageError(parsed.sentence)
}

/** Undefined when nothing was said of it. */
const readLogo = async ({ logo }: Flags): Promise<string | null | undefined> => {
  const file = logo?.at(-1)
  if (file === undefined || file === 'none') return file === undefined ? undefined : null
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new CliError(`${file} cannot be read: ${cause instanceof Error ? cause.message : cause}.`)
  })
  const data = logoOf(bytes)
  if (data === null) throw new CliError(`${file} is no PNG, JPEG or WebP of at most 64 KB.`)
  return data
}

const view = (client: Client) => ({
  client_id: client.id,
  name: client.name,
  description: client.description,
  origin: client.origin,
  first_party: client.firstParty,
  public: client.isPublic,
  redirect_urls: client.redirectUrls,
  post_logout_redirect_urls: client.postLogoutRedirectUrls,
  backchannel_logout_url: client.backchannelLogoutUrl,
  scopes: client.scopes,
  resources: client.resources,
  serves: client.serves,
  client_credentials: client.clientCredentials,
  pkce: client.pkce,
  has_logo: client.logo !== null,
  created_at: new Date(client.createdAt).toISOString(),
})

const linesOf = (client: Client): string =>
  Object.entries(view(client))
    .map(([name, value]) => `${name.padEnd(26)}${Array.isArray(value) ? value.join(' ') : (value ?? '')}`)
    .join('\n')
