import { readFileSync } from 'node:fs'
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
import { audit } from '../../platform/audit/index.ts'
import { openSealer } from '../../platform/sealing/index.ts'
import { chosenProject, ofProject } from './choose-project.ts'
import { CliError, UsageError } from './cli-error.ts'
import type { Command, CommandContext } from './command.ts'
import { actorHere } from './operator.ts'
import { flag, needed, neededSecret } from './read-flags.ts'
import { operand } from './read-words.ts'

const providerOf = (context: CommandContext): OAuthProvider => {
  const name = operand(context, 0, 'The provider')
  const provider = oauthProviders.find(each => each === name)
  if (provider === undefined) throw new UsageError(`There is no provider "${name}": ${oauthProviders.join(', ')}.`)
  return provider
}

const printable = /^[\x21-\x7e]{1,1000}$/
const hostName = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+(:\d{1,5})?$/

/** What only some providers have. @throws UsageError for a flag that does not go with this one */
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
  if (odd !== undefined) throw new UsageError(`--${odd} does not go with ${titleOf(provider)}.`)
  const host = flag(context, 'host').toLowerCase()
  if (host !== '' && !hostName.test(host)) throw new UsageError('--host must be a host name.')
  const tenant = flag(context, 'tenant')
  if (tenant !== '' && !/^[\w.-]{1,100}$/.test(tenant))
    throw new UsageError('--tenant must be a tenant’s id or domain.')
  const hostedDomain = flag(context, 'hosted-domain').toLowerCase()
  if (hostedDomain !== '' && !hostName.test(hostedDomain)) throw new UsageError('--hosted-domain must be a domain.')
  const trust = flag(context, 'trust-emails')
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
  const teamId = needed(context, 'team-id', /^[A-Z0-9]{10}$/, 'the ten letters and digits of the team')
  const keyId = needed(context, 'key-id', /^[A-Z0-9]{10}$/, 'the ten letters and digits of the key')
  const file = needed(context, 'key-file', /./, 'a file')
  const clientSecret = readKeyFile(file)
  if (!isAppleKey(clientSecret)) throw new CliError(`${file} is no key of Apple’s: it gives a file AuthKey_….p8.`)
  return { clientSecret, teamId, keyId }
}

const readKeyFile = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new CliError(`${file} cannot be read.`)
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

/** What can be done with a project's clients at social providers. */
export const providerCommands: readonly Command[] = [
  {
    words: ['project', 'provider', 'set'],
    operands: 'PROVIDER',
    summary: 'lets people sign in with Google, GitHub …; asks the provider whether it knows the client',
    flags: {
      'client-id': { argument: 'ID', help: 'as the provider gave it' },
      'client-secret': { argument: 'TEXT', help: 'as the provider gave it; - reads it from standard input' },
      'team-id': { argument: 'ID', help: 'Apple: of the team' },
      'key-id': { argument: 'ID', help: 'Apple: of the key' },
      'key-file': { argument: 'FILE', help: 'Apple: the key, AuthKey_….p8' },
      tenant: { argument: 'ID', help: 'Microsoft: one tenant, organizations or consumers (default: common)' },
      host: { argument: 'NAME', help: 'GitLab, Salesforce: an installation of one’s own' },
      'hosted-domain': { argument: 'DOMAIN', help: 'Google: only members of this organization' },
      'trust-emails': { argument: 'on|off', help: 'Salesforce: believe addresses that administrators wrote' },
      ...ofProject,
    },
    run: async context => {
      const { db, settings } = context
      const project = await chosenProject(context)
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
        throw new CliError(
          `${titleOf(provider)} does not know this client, or its secret is another one. Nothing was changed.`,
        )
      }
      await setClient(db, await openSealer(db, brought.sealed, settings), project.id, client)
      const details = viewOf(client)
      await audit(db, {
        projectId: project.id,
        action: 'project.provider_set',
        actor: actorHere(),
        at: Date.now(),
        details,
      })
      const said =
        checked === 'accepted'
          ? `${titleOf(provider)} knows the client.`
          : `${titleOf(provider)} did not say whether it knows the client.`
      return {
        json: { ...details, redirect_uri: redirectUri, checked },
        text: `${said} Register this redirect URI there:\n  ${redirectUri}`,
      }
    },
  },
  {
    words: ['project', 'provider', 'list'],
    reads: true,
    operands: '',
    summary: 'lists the social providers at which a project has a client',
    flags: { ...ofProject },
    run: async context => {
      const project = await chosenProject(context)
      const clients = await listClients(context.db, project.id)
      return { json: clients.map(viewOf), text: clients.map(lineOf).join('\n') || 'There are none.' }
    },
  },
  {
    words: ['project', 'provider', 'remove'],
    operands: 'PROVIDER',
    summary: 'lets nobody sign in with a provider any more; linked accounts stay',
    flags: { ...ofProject },
    run: async context => {
      const { db } = context
      const project = await chosenProject(context)
      const provider = providerOf(context)
      if (!(await removeClient(db, project.id, provider)))
        throw new CliError(`${project.name} has no client at ${titleOf(provider)}.`)
      const details = { provider }
      await audit(db, {
        projectId: project.id,
        action: 'project.provider_removed',
        actor: actorHere(),
        at: Date.now(),
        details,
      })
      return { json: details, text: `${titleOf(provider)} was removed.` }
    },
  },
]
