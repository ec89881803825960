import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser } from '@corroborate/server-kit/testing/browser'
import { type Mail, waitForMails } from '@corroborate/server-kit/testing/mailbox'
import { freePort, runCommand, runServer } from '@corroborate/server-kit/testing/server'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { onTestFinished } from 'vitest'
import { buildWidgetIfChanged } from '../../widget/build-if-changed.ts'

const repository = join(import.meta.dirname, '..', '..')

export type Project = { projectId: string; publicToken: string }
export type Answer = { body: string; type?: string; headers?: Readonly<Record<string, string>> }

export type Visitor = {
  page: Page
  /** Everything the browser reported: CSP violations, console errors and uncaught errors. */
  complaints: string[]
}

export type Stage = {
  browser: Browser
  /** Origin of the provider. */
  provider: string
  /** Origin of the third-party pages. */
  origin: string
  /** Puts something at a path of that origin, or an answer made for each request. */
  serve: (path: string, answer: Answer | ((request: IncomingMessage) => Answer)) => void
  /** The provider's command line. */
  identity: (...words: string[]) => Promise<string>
  /** Creates a project for the pages of this origin. */
  newProject: (...flags: string[]) => Promise<Project>
  /** Opens a visitor's own browser context for the rest of the test. */
  visitor: (options?: BrowserContextOptions) => Promise<Visitor>
  /** The newest message to an address, once there are `atLeast`. */
  mail: (to: string, atLeast?: number) => Promise<Mail>
  /** Every message to an address so far, the newest first. */
  mails: (to: string) => Promise<readonly Mail[]>
  close: () => Promise<void>
}

/**
 * The provider in a process of its own, a server of pages on another origin, and Chromium.
 * @param limitsScale How many times as often as usual things may be done.
 */
export const openStage = async ({ limitsScale = 1000 }: { limitsScale?: number } = {}): Promise<Stage> => {
  await buildWidgetIfChanged()
  const dataDir = mkdtempSync(join(tmpdir(), 'foreign-pages-'))
  const environment = {
    DATA_DIR: dataDir,
    IDENTITY_PORT: String(await freePort()),
    LIMITS_SCALE: String(limitsScale),
  }
  const provider = await runServer(join(repository, 'identity/start.ts'), environment)
  const answers = new Map<string, Answer | ((request: IncomingMessage) => Answer)>()
  const pages = createServer((request, response) => {
    const found = answers.get(new URL(request.url ?? '/', 'http://localhost').pathname)
    const {
      body,
      type = 'text/html',
      headers = {},
    } = typeof found === 'function' ? found(request) : (found ?? { body: '' })
    if (found === undefined) response.statusCode = 404
    response.writeHead(response.statusCode, { 'Content-Type': `${type}; charset=utf-8`, ...headers }).end(body)
  }).listen(0, '127.0.0.1')
  const [browser] = await Promise.all([openBrowser(), once(pages, 'listening')])
  const origin = `http://localhost:${(pages.address() as AddressInfo).port}`

  const identity = (...words: string[]): Promise<string> =>
    runCommand(join(repository, 'identity/cli.ts'), words, environment)

  return {
    browser,
    provider: provider.origin,
    origin,
    serve: (path, answer) => void answers.set(path, answer),
    identity,
    newProject: async (...flags) => {
      const made = await identity('project', 'create', 'A page', '--allow-origin', origin, ...flags, '--json')
      const { project_id: projectId, public_token: publicToken } = JSON.parse(made)
      return { projectId, publicToken }
    },
    visitor: options => openVisitor(browser, options),
    mail: (to, atLeast) => newestMail(provider.origin, to, atLeast),
    mails: to => waitForMails(path => fetch(`${provider.origin}${path}`), to, 1),
    close: async () => {
      await browser.close()
      await provider.stop()
      pages.close()
      pages.closeAllConnections()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Opens a visitor's own browser context for the rest of the test. */
export const openVisitor = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> => {
  const context = await browser.newContext(options)
  onTestFinished(() => context.close())
  const complaints: string[] = []
  await context.exposeFunction('complain', (text: string) => void complaints.push(text))
  await context.addInitScript(() => {
    const { complain } = window as unknown as { complain: (text: string) => void }
    document.addEventListener('securitypolicyviolation', event =>
      complain(`${event.effectiveDirective}: ${event.blockedURI} ${event.sample}`),
    )
  })
  const page = await context.newPage()
  page.on('pageerror', error => void complaints.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  return { page, complaints }
}

/** The newest message to an address or a number, once there are `atLeast`. */
export const newestMail = async (provider: string, to: string, atLeast = 1): Promise<Mail> => {
  const [newest] = await waitForMails(path => fetch(`${provider}${path}`), to, atLeast)
  return newest
}
