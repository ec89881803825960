import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort, type RunningServer, runServer } from '@corroborate/server-kit/testing/server'
import { formatAuthorization } from '@corroborate/wire/authorization'
import { type Call, callPath } from '@corroborate/wire/call'
import { type HttpCall, sendWell } from './routes.ts'

export const root = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)

/** Extracts the arguments after `node` from a package.json script: flags, file and its arguments. */
const nodeWords = (packageJson: string, script: string): string[] => {
  const { scripts } = JSON.parse(readFileSync(`${root}/${packageJson}`, 'utf8')) as { scripts: Record<string, string> }
  return scripts[script]?.split('node ').at(-1)?.split(' ') ?? []
}

export type Variables = Record<string, string>

/** A server as `npm start -w ROOM` starts it, in a process of its own, with limits so high that none is met. */
const startServer = async (room: string, variables: Variables): Promise<RunningServer & { pid: number }> => {
  const words = nodeWords(`${room}/package.json`, 'start')
  const flags = words.filter(word => word.startsWith('--'))
  const [script = '', ...others] = words.slice(flags.length)
  const environment = { LIMITS_SCALE: '1000000', NODE_OPTIONS: flags.join(' '), ...variables }
  const server = await runServer(`${root}/${script}`, environment, others)
  if (server.pid === undefined) throw new Error('The server has no process.')
  // A measurement that crashes leaves no server behind.
  process.once('exit', () => void server.kill())
  return { ...server, pid: server.pid }
}

export type Provider = RunningServer & { pid: number; variables: Variables }

export const startProvider = async (variables: Variables): Promise<Provider> => {
  const all = { IDENTITY_PORT: String(await freePort()), ...variables }
  return { ...(await startServer('identity', all)), variables: all }
}

export const startSite = async (variables: Variables): Promise<RunningServer & { pid: number }> =>
  startServer('site', {
    PORT: String(await freePort()),
    OPENALEX_URL: 'off',
    CROSSREF_URL: 'off',
    RETRACTION_WATCH_URL: 'off',
    FORRT_URL: 'off',
    ...variables,
  })

/** Runs `npm run identity -- …` for the provider with these settings and returns its JSON output. @throws if the command fails */
export const administer = async <R>(variables: Variables, words: readonly string[]): Promise<R> => {
  const { stdout } = await run(process.execPath, [...nodeWords('package.json', 'identity'), ...words, '--json'], {
    cwd: root,
    env: { PATH: '/usr/bin:/bin', ...variables },
    maxBuffer: 2 ** 26,
  })
  return JSON.parse(stdout) as R
}

export type ProjectView = { project_id: string; public_token: string }

/** A call of `/sdk/v1` as a client of the project sends it. */
export const sdkCall = (
  origin: string,
  publicToken: string,
  call: Call,
  { body, session = null }: { body?: object; session?: string | null } = {},
): HttpCall => ({
  method: call.method,
  url: `${origin}${callPath(call)}`,
  headers: { authorization: formatAuthorization({ publicToken, sessionToken: session }) },
  ...(body !== undefined && { body: JSON.stringify(body) }),
})

/** Sends a call of `/sdk/v1` and gives the answer's `data`. @throws when it is refused */
export const requestSdk = async <R>(...call: Parameters<typeof sdkCall>): Promise<R> => {
  const { text } = await sendWell(sdkCall(...call))
  return (JSON.parse(text) as { data: R }).data
}
