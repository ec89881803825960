import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@corroborate/server-kit/logging'
import { readSettings } from '@corroborate/server-kit/settings'
import { formatAuthorization } from '@corroborate/wire/authorization'
import { sdkPrefix } from '@corroborate/wire/call'
import { parseEmail } from '@corroborate/wire/email'
import { onTestFinished } from 'vitest'
import { emails } from '../accounts/contacts/attach.ts'
import type { ProvedFactor, SignedIn } from '../accounts/sessions/index.ts'
import { createUser } from '../accounts/users/index.ts'
import { createIdentity } from '../identity.ts'
import { findProject, type Project, type ProjectConfig, updateProject } from '../projects/index.ts'
import { copyStartedData } from './started-data.ts'

/** An answer with its JSON read. */
export type Answered = {
  status: number
  headers: Headers
  json: Record<string, unknown>
  data: Record<string, unknown>
}

/** Calls a provider as a client of a project. Rate limits count by the `from` address; by default all calls share one. */
export type Sdk = (
  method: string,
  path: string,
  body?: unknown,
  options?: { session?: string | null; headers?: Record<string, string>; from?: string },
) => Promise<Answered>

/** Settings that say where the data are, or that the first start alone writes down in them: of our own origin every start does. */
const ofTheFirstStart = new Set(['DATA_DIR', 'DATABASE_URL', 'IDENTITY_SECRET', 'NODE_ENV', 'PORT', 'SITE_ORIGIN'])

/** `openIdentity` for one test: it goes away with it. */
export const identityUnderTest = async (settings: Record<string, string> = {}) => {
  const identity = await openIdentity(settings)
  onTestFinished(identity.close)
  return identity
}

/**
 * A whole provider in this process, on a database of its own. `clock.now` may be moved. `settings` are environment
 * variables.
 */
export const openIdentity = async (settings: Record<string, string> = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'identity-test-'))
  if (!Object.keys(settings).some(name => ofTheFirstStart.has(name))) await copyStartedData(folder)
  const clock = { now: Date.now() }
  const read = readSettings({ DATA_DIR: folder, LOG_LEVEL: 'error', ...settings })
  const logger = createLogger('silent')
  const identity = await createIdentity(read, { logger, now: () => clock.now })
  const { core } = identity
  const { db, sealer } = core
  const close = async (): Promise<void> => {
    await identity.close()
    rmSync(folder, { recursive: true, force: true })
  }

  const publicToken = read.identity.publicToken
  const sdkOf =
    (token: string): Sdk =>
    async (method, path, body, { session = null, headers = {}, from } = {}) => {
      const init = {
        method,
        headers: {
          Authorization: formatAuthorization({ publicToken: token, sessionToken: session }),
          'Content-Type': 'application/json',
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }
      const socket = from === undefined ? {} : { incoming: { socket: { remoteAddress: from } } }
      const response = await identity.app.request(`${read.identity.origin}${sdkPrefix}${path}`, init, socket)
      const text = await response.text()
      const isJson = response.headers.get('Content-Type')?.includes('application/json') ?? false
      const json = isJson ? JSON.parse(text) : { text }
      return { status: response.status, headers: response.headers, json, data: json.data ?? {} }
    }

  const project = async (): Promise<Project> => {
    const found = await findProject(db, publicToken)
    if (found === null) throw new Error('The local project is missing.')
    return found
  }

  /** Signs a user in with any proof, bypassing the factors. */
  const signIn = async (
    userId: string,
    factor: ProvedFactor = { type: 'password', delivery_method: 'knowledge' },
    minutes = 60,
  ): Promise<SignedIn> => {
    const request = { id: 'test', now: clock.now, address: '192.0.2.1', userAgent: 'test', origin: null }
    const call = { project: await project(), session: null, request }
    return core.signIn(call, { whose: userId, durationMinutes: minutes, prove: async () => factor })
  }

  /** A user with an address, proved or not. */
  const addUser = async (address: string, { verified = true } = {}): Promise<{ userId: string; emailId: string }> => {
    const parsed = parseEmail(address)
    if (parsed.kind !== 'email') throw new Error(`${address} is no address.`)
    const owner = await project()
    return db.transaction().execute(async tx => {
      const userId = await createUser(tx, owner, {}, clock.now)
      const emailId = await emails.claim(tx, owner, userId, parsed.email, verified, clock.now)
      if (emailId === null) throw new Error(`${address} is taken.`)
      return { userId, emailId }
    })
  }

  /** Changes the local project's settings, and lets the provider notice at once: by itself it would within a second. */
  const configure = async (config: Partial<ProjectConfig>): Promise<void> => {
    await updateProject(db, publicToken, () => ({ config }), Date.now())
    core.projects.refresh()
  }

  /** Sends local requests, because the mailbox accepts no others. */
  const app = {
    fetch: identity.app.fetch,
    request: (url: string, init?: RequestInit) =>
      identity.app.request(url, init, { incoming: { socket: { remoteAddress: '127.0.0.1' } } }),
  }

  return {
    close,
    app,
    identity,
    core,
    db,
    sealer,
    clock,
    settings: read,
    publicToken,
    sdk: sdkOf(publicToken),
    sdkOf,
    project,
    signIn,
    addUser,
    configure,
  }
}
