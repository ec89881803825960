import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { createBackend } from '../backend/backend.ts'
import { buildReactExample } from './build-react-example.ts'
import { fillIn, strictPolicy } from './fill-in.ts'

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
export const landingPaths = ['/plain-script/', '/react/'] as const

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
export const originsAt = (port: number) => [`http://localhost:${port}`, `http://127.0.0.1:${port}`] as const

type Scripts = { 'widget.js': { file: string; integrity: string } }

const send = (response: ServerResponse, extension: string, content: string): void => {
  response.setHeader('Content-Type', types[extension] ?? 'application/octet-stream')
  response.setHeader('Cache-Control', 'no-store')
  response.end(content)
}
