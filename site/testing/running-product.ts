import { fileURLToPath } from 'node:url'
import { type Mail, mailsTo, waitForCode, waitForMails } from '@corroborate/server-kit/testing/mailbox'
import { freePort, type RunningServer, runServer } from '@corroborate/server-kit/testing/server'
import { formatAuthorization } from '@corroborate/wire/authorization'
import { sdkPrefix } from '@corroborate/wire/call'
import { readLanding } from '@corroborate/wire/landing'

const startScript = fileURLToPath(new URL('../../scripts/start.ts', import.meta.url))

export type RunningProduct = RunningServer & {
  /** The provider's origin. */
  identity: string
  /** Returns the mailbox of an address, newest first; waits until there are `atLeast`. */
  mails: (to: string, atLeast?: number) => Promise<[Mail, ...Mail[]]>
  /**
   * Newest notes link to sign in by that came after the first `before` mails to an address; waits for it. Other mail, such as the
   * news of a new sign-in, may come between.
   */
  mailedLink: (to: string, before?: number) => Promise<string>
  /** Newest notes code that was mailed to an address and is not one of those used; waits for it. */
  mailedCode: (to: string, used?: readonly string[]) => Promise<string>
  /** Calls the provider as the site's project, and gives `data`. */
  sdk: (path: string, body: object, session?: string) => Promise<Record<string, unknown>>
  /** Returns the `Authorization` header of the site's project at the provider, with a session. */
  authorization: (session?: string) => string
  /** Signs in a user at the provider without a browser. */
  newSession: (email: string) => Promise<{ token: string; userId: string }>
}

const publicToken = 'public-token-test-5a9d3f2e-0c1b-4e7a-9f86-2b7d41c0e935'

/**
 * Runs both servers like `npm start` in a separate process, with mails in a mailbox.
 * @param script start script, if not this repository's own
 */
export const runProduct = async (
  dataDir: string,
  environment: Record<string, string> = {},
  script: string = startScript,
): Promise<RunningProduct> => {
  const identityPort = await freePort()
  const server = await runServer(script, {
    PORT: String(await freePort()),
    IDENTITY_PORT: String(identityPort),
    DATA_DIR: dataDir,
    OPENALEX_URL: 'off',
    CROSSREF_URL: 'off',
    RETRACTION_WATCH_URL: 'off',
    FORRT_URL: 'off',
    LIMITS_SCALE: '1000',
    ...environment,
  })
  return { ...server, ...productAt({ origin: server.origin, identity: `http://localhost:${identityPort}` }) }
}

export type ProductAddress = Pick<RunningProduct, 'origin' | 'identity'>

/** Test helpers for a product running elsewhere. */
export const productAt = ({ origin, identity }: ProductAddress): Omit<RunningProduct, 'pid' | 'kill' | 'stop'> => {
  const ask = (path: string) => fetch(`${identity}${path}`)
  const mails: RunningProduct['mails'] = (to, atLeast) => waitForMails(ask, to, atLeast)
  const mailedCode: RunningProduct['mailedCode'] = (to, used) => waitForCode(ask, to, used)

  const authorization: RunningProduct['authorization'] = session =>
    formatAuthorization({ publicToken, sessionToken: session ?? null })
  const sdk: RunningProduct['sdk'] = async (path, body, session) => {
    const answer = await fetch(`${identity}${sdkPrefix}${path}`, {
      method: 'POST',
      headers: {
        authorization: authorization(session),
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    const json = (await answer.json()) as { data?: Record<string, unknown>; error_message?: string }
    if (json.data === undefined) throw new Error(`${path}: ${json.error_message}`)
    return json.data
  }

  const mailedLink: RunningProduct['mailedLink'] = async (to, before = 0) => {
    for (let atLeast = before + 1; ; ) {
      const all = await mails(to, atLeast)
      const links = all.slice(0, all.length - before).flatMap(mail => mail.links)
      const link = links.find(each => landingOf(each) !== null)
      if (link !== undefined) return link
      atLeast = all.length + 1
    }
  }

  const newSession: RunningProduct['newSession'] = async email => {
    const before = await mailsTo(ask, email)
    await sdk('/magic_links/email/login_or_create', { email })
    const token = landingOf(await mailedLink(email, before.length))?.token
    const data = await sdk('/magic_links/authenticate', { token, session_duration_minutes: 60 })
    return { token: String(data.session_token), userId: String(data.user_id) }
  }

  return { origin, identity, mails, mailedLink, mailedCode, sdk, authorization, newSession }
}

const landingOf = (link: string) => readLanding(new URL(link).searchParams)
