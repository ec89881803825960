import { addressOf, type HttpEnv } from '@corroborate/server-kit/http'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { Hono } from 'hono'
import { getDomain, parse } from 'tldts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { challengeLifetime, type Registering } from './challenge.ts'
import type { Described } from './store.ts'
import { algorithms } from './verify.ts'

/** Path for the related origins of a domain's passkeys (WebAuthn §5.11.1). */
const wellKnown = '/.well-known/webauthn'

/**
 * Related origins of a project's passkeys. Browsers fetch them from the passkeys' domain: either the project's host name at this provider,
 * or a server of the project that forwards our response.
 */
export const createRelatedOriginsPages = ({ projects, guard }: Core): Hono<HttpEnv> =>
  new Hono<HttpEnv>()
    .get(wellKnown, async c => {
      await guard.address('callPerAddress', { address: addressOf(c) })
      const { host, hostname } = new URL(c.req.url)
      const project = (await projects.byHost(host)) ?? (await projects.byHost(hostname))
      return project === null ? c.notFound() : c.json(originsOf(project), 200, cached)
    })
    .get(`/v1/public/webauthn/:public_token${wellKnown}`, async c => {
      await guard.address('callPerAddress', { address: addressOf(c) })
      const project = await projects.byPublicToken(c.req.param('public_token'))
      return project === null ? c.notFound() : c.json(originsOf(project), 200, cached)
    })

const cached = { 'Cache-Control': 'public, max-age=300' }

const originsOf = ({ allowedOrigins }: Project) => ({ origins: allowedOrigins })

/**
 * True if a project's passkeys may belong to a domain (WebAuthn §5.1.2). It must be the host of an allowed origin, or a registrable parent
 * of it. Public suffixes such as `co.uk` and IP addresses are not allowed. Pure.
 */
export const isRpIdOf = (allowedOrigins: readonly string[], domain: string): boolean => {
  // These hosts have the spelling of browsers, without ports. A domain with another spelling is not one of them.
  return allowedOrigins
    .map(origin => new URL(origin).hostname)
    .filter(host => parse(host).isIp === false)
    .some(host => host === domain || (host.endsWith(`.${domain}`) && getDomain(domain, suffixes) !== null))
}

/** Domains under which others can register count as public suffixes, as browsers see it: `github.io` is one too. */
const suffixes = { allowPrivateDomains: true }

/** @throws Refusal `bad_domain_for_stytch_sdk` */
export const requireRpId = ({ allowedOrigins }: Pick<Project, 'allowedOrigins'>, domain: string): void => {
  if (isRpIdOf(allowedOrigins, domain)) return
  refuse('bad_domain_for_stytch_sdk', {
    message: 'Passkeys can belong to the domain of a page that the project allows, or to a parent of that domain.',
  })
}

type Creation = {
  project: Pick<Project, 'name'>
  domain: string
  challenge: string
  registering: Registering
  name: string
  displayName: string
  /** Passkeys that the user has. An authenticator that keeps one of them makes no second one. */
  known: readonly Described[]
}

/**
 * Builds the creation options for the browser (WebAuthn §5.4). A discoverable passkey needs no username. User verification is preferred,
 * not required. Pure.
 */
export const creationOptions = ({
  project,
  domain,
  challenge,
  registering: { userHandle, authenticatorType, isDiscoverable },
  name,
  displayName,
  known,
}: Creation): PublicKeyCredentialCreationOptionsJSON => ({
  rp: { id: domain, name: project.name },
  user: { id: userHandle, name, displayName },
  challenge,
  pubKeyCredParams: algorithms.map(alg => ({ type: 'public-key', alg })),
  timeout: challengeLifetime,
  excludeCredentials: known.map(toDescriptor),
  authenticatorSelection: {
    residentKey: isDiscoverable ? 'required' : 'discouraged',
    requireResidentKey: isDiscoverable,
    userVerification: 'preferred',
    ...(authenticatorType !== '' && { authenticatorAttachment: authenticatorType }),
  },
  attestation: 'none',
  extensions: { credProps: true },
})

type Request = { domain: string; challenge: string; allowed: readonly Described[] }

/** Builds the request options for the browser (WebAuthn §5.5): one of these passkeys, or any that the user chooses. Pure. */
export const requestOptions = ({ domain, challenge, allowed }: Request): PublicKeyCredentialRequestOptionsJSON => ({
  rpId: domain,
  challenge,
  timeout: challengeLifetime,
  allowCredentials: allowed.map(toDescriptor),
  userVerification: 'preferred',
})

const toDescriptor = ({ id, transports }: Described) => ({
  type: 'public-key' as const,
  id,
  ...(transports.length > 0 && { transports: transports as AuthenticatorTransport[] }),
})
