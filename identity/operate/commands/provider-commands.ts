import { text } from 'node:stream/consumers'
import { flagValue, neededFlag, UsageError } from '@corroborate/server-kit/command-line'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { type OAuthProvider, oauthProviders } from '@corroborate/wire/providers'
import {
  type Client,
  callbackUrl,
  checkRegistration,
  isAppleKey,
  type ListedClient,
  listClients,
  placesOf,
  removeClient,
  setClient,
  titleOf,
} from '../../factors/oauth/index.ts'
import { brought } from '../../features.ts'
import { openSealer } from '../../platform/sealing/sealed-rows.ts'
import { type Command, type CommandContext, ofProject } from './command.ts'
import { noteOf } from './operator.ts'

/**
 * Returns a required option.
 * @throws UsageError if it is missing or invalid; `what` completes "--name must be …"
 */
export const needed = (context: CommandContext, name: string, pattern: RegExp, what: string): string => {
  const value = neededFlag(context, name)
  if (!pattern.test(value)) throw new UsageError(`--${name} must be ${what}.`)
  return value
}

/**
 * Reads a one-word secret. `-` reads it from standard input, which hides it from process lists.
 * @throws UsageError as `needed` does; `what` begins "… must be one word."
 */
export const neededSecret = async (
  context: CommandContext,
  name: string,
  pattern: RegExp,
  what: string,
): Promise<string> => {
  const given = needed(context, name, pattern, 'one word')
  const secret = given === '-' ? (await text(context.open('-'))).trim() : given
  if (!pattern.test(secret)) throw new UsageError(`${what} must be one word.`)
  return secret
}

const providerOf = ({ operands: [name] }: CommandContext): OAuthProvider => {
  const provider = oauthProviders.find(each => each === name)
  if (provider === undefined)
    throw new UsageError(`Unknown provider "${name}". Providers: ${oauthProviders.join(', ')}.`)
  return provider
}

const printable = /^[\x21-\x7e]{1,1000}$/
const hostName = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+(:\d{1,5})?$/

/** The settings that only some providers have. @throws UsageError for an option that this provider does not take */
const optionsOf = (context: CommandContext, provider: OAuthProvider) => {
  const fitting: Record<string, boolean> = {
    host: placesOf(provider).includes('host'),
    tenant: placesOf(provider).includes('tenant'),
    'trust-emails': provider === 'salesforce',
    'hosted-domain': provider === 'google',
    'team-id': provider === 'apple',
    'key-id': provider === 'apple',
    'key-file': provider === 'apple',
    'client-secret': provider !== 'apple',
  }
  const odd = Object.keys(context.flags).find(name => fitting[name] === false)
  if (odd !== undefined) throw new UsageError(`--${odd} is not supported by ${titleOf(provider)}.`)
  const host = flagValue(context, 'host').toLowerCase()
  if (host !== '' && !hostName.test(host)) throw new UsageError('--host must be a host name.')
  const tenant = flagValue(context, 'tenant')
  if (tenant !== '' && !/^[\w.-]{1,100}$/.test(tenant))
    throw new UsageError('--tenant must be the id or domain of a tenant.')
  const hostedDomain = flagValue(context, 'hosted-domain').toLowerCase()
  if (hostedDomain !== '' && !hostName.test(hostedDomain)) throw new UsageError('--hosted-domain must be a domain.')
  const trust = flagValue(context, 'trust-emails')
  if (!['', 'on', 'off'].includes(trust)) throw new UsageError('--trust-emails must be on or off.')
  return {
    ...(host !== '' && { host }),
    ...(tenant !== '' && { tenant }),
    hostedDomain,
    trustsEmails: trust === 'on',
  }
}

/** The secret, or Apple's key with its ids. */
const proofOf = async (context: CommandContext, provider: OAuthProvider) => {
  if (provider !== 'apple') {
    const clientSecret = await neededSecret(context, 'client-secret', printable, 'The client secret')
    return { clientSecret, teamId: '', keyId: '' }
  }
  const teamId = needed(context, 'team-id', /^[A-Z0-9]{10}$/, 'the ten letters and digits that Apple calls the team id')
  const keyId = needed(context, 'key-id', /^[A-Z0-9]{10}$/, 'the ten letters and digits that Apple calls the key id')
  const file = needed(context, 'key-file', /./, 'a file')
  const clientSecret = await readKeyFile(context, file)
  if (!isAppleKey(clientSecret))
    throw new OperatorError(`${file} is not an Apple key. Apple’s key file is named AuthKey_….p8.`)
  return { clientSecret, teamId, keyId }
}

const readKeyFile = async ({ open }: CommandContext, file: string): Promise<string> => {
  try {
    return await text(open(file))
  } catch {
    throw new OperatorError(`${file} cannot be read.`)
  }
}

const viewOf = ({ provider, clientId, host, tenant, hostedDomain, trustsEmails, teamId, keyId }: ListedClient) => ({
  provider,
  client_id: clientId,
  ...(host !== undefined && { host }),
  ...(tenant !== undefined && { tenant }),
  ...(hostedDomain !== '' && { hosted_domain: hostedDomain }),
  ...(trustsEmails && { trust_emails: true }),
  ...(teamId !== '' && { team_id: teamId, key_id: keyId }),
})

const lineOf = (client: ListedClient): string =>
  Object.entries(viewOf(client))
    .map(([name, value]) => (name === 'provider' ? titleOf(client.provider).padEnd(11) : `${name} ${value}`))
    .join('  ')

/** Commands for a project's social provider clients. */
export const providerCommands: readonly Command[] = [
  ofProject({
    usage: 'project provider set <PROVIDER>',
    showsOnce: true,
    summary: 'Enable a social provider, such as google. Verifies the client with the provider',
    flags: {
      'client-id': { argument: 'ID', help: 'From the provider' },
      'client-secret': { argument: 'TEXT', help: 'From the provider. - reads it from standard input' },
      'team-id': { argument: 'ID', help: 'Apple: the id of the team' },
      'key-id': { argument: 'ID', help: 'Apple: the id of the key' },
      'key-file': { argument: 'FILE', help: 'Apple: the key, a file named AuthKey_….p8' },
      tenant: { argument: 'ID', help: 'Microsoft: one tenant, organizations or consumers (default: common)' },
      host: { argument: 'NAME', help: 'GitLab, Salesforce: the host of your own installation' },
      'hosted-domain': { argument: 'DOMAIN', help: 'Google: only members of this organization may sign in' },
      'trust-emails': { argument: 'on|off', help: 'Salesforce: trust addresses that administrators entered' },
    },
    run: async context => {
      const { db, settings, project } = context
      const provider = providerOf(context)
      const clientId = needed(context, 'client-id', printable, 'one word')
      const options = optionsOf(context, provider)
      const client: Client = {
        provider,
        clientId,
        ...options,
        ...(await proofOf(context, provider)),
        updatedAt: Date.now(),
      }
      const redirectUri = callbackUrl(
        project.cnameDomain === null ? settings.identity.origin : `https://${project.cnameDomain}`,
        project.id,
        provider,
      )
      const checked = await checkRegistration(settings, client, redirectUri)
      if (checked === 'refused') {
        throw new OperatorError(`${titleOf(provider)} rejected this client ID or secret. Nothing was changed.`)
      }
      await setClient(db, await openSealer(db, brought.sealed, settings), project.id, client)
      const details = viewOf(client)
      await noteOf(context.operator, db, project, 'project.provider_set', { details })
      const said =
        checked === 'accepted'
          ? `${titleOf(provider)} accepted the client.`
          : `${titleOf(provider)} could not verify the client.`
      return {
        json: { ...details, redirect_uri: redirectUri, checked },
        text: `${said} Register this redirect URI there:\n  ${redirectUri}`,
      }
    },
  }),
  ofProject({
    usage: 'project provider list',
    reads: true,
    summary: 'List a project’s social providers',
    run: async ({ db, project }) => {
      const clients = await listClients(db, project.id)
      return { json: clients.map(viewOf), text: clients.map(lineOf).join('\n') || 'There are none.' }
    },
  }),
  ofProject({
    usage: 'project provider remove <PROVIDER>',
    summary: 'Disable a provider. Linked accounts are kept',
    run: async context => {
      const { db, project } = context
      const provider = providerOf(context)
      if (!(await removeClient(db, project.id, provider)))
        throw new OperatorError(`${project.name} has no ${titleOf(provider)} client.`)
      const details = { provider }
      await noteOf(context.operator, db, project, 'project.provider_removed', { details })
      return { json: details, text: `${titleOf(provider)} was removed.` }
    },
  }),
]
