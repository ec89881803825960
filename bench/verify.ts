import { passwords } from '@corroborate/wire/passwords'
import { jwksPath } from '@corroborate/wire/session-jwt'
import { createSessionKeys, createSessionVerifier } from '../site/accounts/sign-in/index.ts'
import { createOutsideService } from '../site/kit/outside/index.ts'
import { inNewFolder } from './in-new-folder.ts'
import { type Provider, requestSdk, startProvider } from './our-servers.ts'
import { newProject } from './our-sessions.ts'
import { notMeasured, type Options, observation, type Row, type Run } from './row.ts'
import { median } from './statistics.ts'

const rounds = 9
const verifications = 2_000

/** Verifies a session with the request that the site itself sends for every signed-in page view. */
const verifierOf = async ({ origin }: Provider, publicToken: string): Promise<() => Promise<string>> => {
  const body = { email: 'person@example.org', password: 'lantern-gravel-opus-41', session_duration_minutes: 60 }
  const { session_jwt } = await requestSdk<{ session_jwt: string }>(origin, publicToken, passwords.create, { body })
  const claims = Buffer.from(session_jwt.split('.')[1] ?? '', 'base64url').toString()
  const { iss, aud } = JSON.parse(claims) as { iss: string; aud: string[] }
  const provider = createOutsideService({ name: 'The identity provider', userAgent: 'bench', now: Date.now })
  const keys = createSessionKeys({ now: Date.now, url: new URL(`${origin}${jwksPath(aud[0] ?? '')}`), provider })
  const verify = createSessionVerifier({ now: Date.now, keys, issuer: iss, audience: aud[0] ?? '' })
  return async () => (await verify(session_jwt)).kind
}

const rowFor = async (algorithm: string, verify: () => Promise<string>, { quick }: Options): Promise<Row> => {
  const kind = await verify()
  if (kind !== 'verified') return notMeasured(nameOf(algorithm), `To the site's verifier this JWT is ${kind}.`)
  const costs: number[] = []
  for (let round = 0; round < (quick ? 2 : rounds); round++) {
    const before = process.cpuUsage()
    for (let n = 0; n < verifications; n++) await verify()
    const { user, system } = process.cpuUsage(before)
    costs.push((user + system) / verifications)
  }
  return observation(
    nameOf(algorithm),
    `${Math.round(median(costs))} µs`,
    `of CPU, all threads, by the site's own verifier: signature, issuer, audience and times, with the published keys; median of ${rounds} rounds of ${verifications}`,
  )
}

const nameOf = (algorithm: string) => `session JWT verified in process, ${algorithm}`

export const run: Run = async options =>
  inNewFolder(async folder => {
    const provider = await startProvider({ DATA_DIR: folder })
    try {
      const projects = {
        RS256: await newProject(provider),
        ES256: await newProject(provider, ['--jwt-algorithm', 'ES256']),
      }
      const rows: Row[] = []
      for (const [algorithm, publicToken] of Object.entries(projects)) {
        rows.push(await rowFor(algorithm, await verifierOf(provider, publicToken), options))
      }
      return rows
    } finally {
      await provider.stop()
    }
  })
