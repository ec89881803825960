import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { build } from 'vite'
import { createBackend } from '../backend/backend.ts'

/** The React page, built as Vite builds any application: the content of each file by its path. */
const buildReactExample = async (values: {
  provider: string
  publicToken: string
}): Promise<ReadonlyMap<string, string>> => {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    root: join(import.meta.dirname, '..', 'react'),
    base: '/react/',
    publicDir: false,
    // Always a production build, even in tests.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: {
      'import.meta.env.VITE_PUBLIC_TOKEN': JSON.stringify(values.publicToken),
      'import.meta.env.VITE_PROVIDER': JSON.stringify(values.provider),
    },
    build: { write: false, modulePreload: false, reportCompressedSize: false },
  })
  const outputs = Array.isArray(built) ? built : [built]
  return new Map(
    outputs.flatMap(output =>
      'output' in output
        ? output.output.map(file => [`/react/${file.fileName}`, 'code' in file ? file.code : String(file.source)])
        : [],
    ),
  )
}

export type PageValues = {
  /** Provider URL. */
  provider: string
  publicToken: string
  /** New for each answer. */
  nonce: string
  /** One exact build of the plain script: its name at the provider, and its hash. */
  pinned: { file: string; integrity: string }
}

/**
 * Fills in a page before it is served. In the source files the provider has a localhost address, and values have uppercase placeholders.
 */
const fillIn = (page: string, { provider, publicToken, nonce, pinned }: PageValues): string =>
  page
    .replaceAll('http://localhost:5001', provider)
    .replaceAll('PUBLIC_TOKEN', publicToken)
    .replaceAll('NONCE', nonce)
    .replaceAll('PINNED_SCRIPT', pinned.file)
    .replaceAll('INTEGRITY', pinned.integrity)

/** The policy of the strict page. All of it is the page's own but the provider's address, which the widget calls and takes its script from. */
export const strictPolicy = ({ provider, nonce }: Pick<PageValues, 'provider' | 'nonce'>): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `connect-src ${provider}`,
    `frame-src ${provider}`,
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

export type ServedExamples = {
  /** The same pages under two names of this machine: two origins, and two sets of cookies. */
  origins: readonly [string, string]
  close: () => Promise<void>
}

const folder = join(import.meta.dirname, '..')
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}
const strictPages = new Set(['/shadow-dom-csp/', '/wallets/'])
const pages = new Set(['/', '/plain-script/', '/custom-element/', ...strictPages, '/theming/', '/backend/'])

/** Paths of the pages that magic links may redirect to. */
const landingPaths = ['/plain-script/', '/react/'] as const

type Options = {
  port: number
  provider: string
  project: { projectId: string; publicToken: string }
}

/** Serves every example as pages of a project at an external provider. @throws OperatorError if the port is in use */
export const serveExamples = async ({ port, provider, project }: Options): Promise<ServedExamples> => {
  const [react, scripts] = await Promise.all([
    buildReactExample({ provider, publicToken: project.publicToken }),
    fetch(`${provider}/sdk.json`).then(answer => answer.json() as Promise<Scripts>),
  ])
  const backend = createBackend({ provider, ...project })

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    if (path === '/backend/me' || path === '/backend/log-out') return backend(request, response)
    const built = react.get(path === '/react/' ? '/react/index.html' : path)
    if (built !== undefined) return send(response, path === '/react/' ? '.html' : extname(path), built)
    if (path === '/page.css') return send(response, '.css', await readFile(join(folder, 'page.css'), 'utf8'))
    if (!pages.has(path)) return void response.writeHead(404).end('There is no such example.')
    const values = {
      provider,
      publicToken: project.publicToken,
      nonce: randomBytes(16).toString('base64url'),
      pinned: scripts['widget.js'],
    }
    if (strictPages.has(path)) response.setHeader('Content-Security-Policy', strictPolicy(values))
    send(response, '.html', fillIn(await readFile(join(folder, path, 'index.html'), 'utf8'), values))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(error => response.writeHead(500).end(String(error)))
  }).listen(port, '127.0.0.1')
  await once(server, 'listening').catch(error => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new OperatorError(`Port ${port} is in use. Choose another: npm run examples -- --port 8090`)
  })
  const address = server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  return {
    origins: originsAt(bound),
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Origins of the pages served at a port. */
const originsAt = (port: number) => [`http://localhost:${port}`, `http://127.0.0.1:${port}`] as const

type Scripts = { 'widget.js': { file: string; integrity: string } }

const send = (response: ServerResponse, extension: string, content: string): void => {
  response.setHeader('Content-Type', types[extension] ?? 'application/octet-stream')
  response.setHeader('Cache-Control', 'no-store')
  response.end(content)
}

const run = promisify(execFile)
const repository = join(import.meta.dirname, '..', '..')
const name = 'Examples'

type Project = { project_id: string; public_token: string; name: string }

/** Runs the provider's command line, the normal way to create a project. */
const identity = async <Answer>(...words: string[]): Promise<Answer> => {
  const command = [join(repository, 'identity', 'cli.ts'), ...words, '--json']
  const { stdout } = await run(process.execPath, command, { cwd: repository })
  return JSON.parse(stdout)
}

/** Provider flags that allow pages at a port to sign users in. */
const flagsFor = (port: number): string[] =>
  originsAt(port).flatMap(origin => [
    '--allow-origin',
    origin,
    ...landingPaths.flatMap(path => ['--allow-redirect', `${origin}${path}`]),
  ])

/** Creates the examples' project on the first run and updates its allowed origins. */
export const ensureProject = async ({ provider, port }: { provider: string; port: number }) => {
  const projects = await identity<Project[]>('project', 'list')
  const known = projects.find(project => project.name === name)
  const command = known === undefined ? ['create', name] : ['set', known.public_token]
  const { project_id, public_token } = await identity<Project>('project', ...command, ...flagsFor(port))
  const asked = await fetch(`${provider}/sdk/v1/projects/bootstrap/${public_token}`, {
    headers: { Authorization: `Basic ${btoa(`${public_token}:${public_token}`)}` },
  })
  if (asked.ok) return { projectId: project_id, publicToken: public_token }
  throw new OperatorError(
    `The provider at ${provider} does not know the project that was just made: it keeps its data elsewhere. Start both with the same settings (.env).`,
  )
}
