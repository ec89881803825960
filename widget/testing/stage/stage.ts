import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser } from '@corroborate/server-kit/testing/browser'
import { formatAuthorization } from '@corroborate/wire/authorization'
import { sdkPrefix } from '@corroborate/wire/call'
import type { BrowserContextOptions } from '@playwright/test'
import type { MailboxMessage } from '../../../identity/delivery/index.ts'
import type { Database } from '../../../identity/platform/database/index.ts'
import { createProject, type NewProject, type Project } from '../../../identity/projects/index.ts'
import { readMailbox, runIdentity } from '../../../identity/testing/index.ts'
import { buildWidgetIfChanged } from '../../build-if-changed.ts'
import { startPageServer } from './page-server.ts'
import { openVisitor, type Visitor } from './visitor.ts'

export type Stage = {
  /** Origins of the provider and of the application that signs in with it. */
  provider: string
  application: string
  db: Database
  /** Creates a separate project for the application's pages; `config` overrides the rest. */
  newProject: (config?: NewProject['config']) => Promise<Project>
  /** Opens a page of the application in a separate browser context. */
  open: (project: Project, options?: BrowserContextOptions & { start?: string }) => Promise<Visitor>
  /** Calls the provider as the project's client would without a browser. @returns the answer's `data` */
  call: (project: Project, path: string, body: object) => Promise<Record<string, unknown>>
  /** Messages to an address, newest first, once there are `atLeast`. */
  mailbox: (to: string, atLeast?: number) => Promise<[MailboxMessage, ...MailboxMessage[]]>
  close: () => Promise<void>
}

/** The provider in a process of its own, an application on another origin with the plain script, and Chromium. */
export const openStage = async (): Promise<Stage> => {
  const folder = mkdtempSync(join(tmpdir(), 'widget-stage-'))
  await buildWidgetIfChanged()
  const [browser, pages] = await Promise.all([openBrowser(), startPageServer()])
  const server = await runIdentity(folder, { SITE_ORIGIN: pages.origin, LIMITS_SCALE: '1000' })
  const db = await server.openDb()
  const urls = [`${pages.origin}/`, `${pages.origin}/landing`]
  const mailbox = { app: { request: fetch }, settings: { identity: { origin: server.origin } } }

  return {
    provider: server.origin,
    application: pages.origin,
    db,
    newProject: (config = {}) =>
      createProject(
        db,
        {
          name: 'An application',
          config: {
            allowedOrigins: [pages.origin],
            redirectUrls: { login: urls, signup: urls, reset_password: urls },
            ...config,
          },
        },
        Date.now(),
      ),
    open: ({ publicToken }, options = {}) =>
      openVisitor(browser, { application: pages.origin, provider: server.origin, publicToken }, options),
    call: async ({ publicToken }, path, body) => {
      const response = await fetch(`${server.origin}${sdkPrefix}${path}`, {
        method: 'POST',
        headers: {
          Authorization: formatAuthorization({ publicToken, sessionToken: null }),
          'Content-Type': 'application/json',
        },
        body: JSON.stringify(body),
      })
      if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
      return ((await response.json()) as { data: Record<string, unknown> }).data
    },
    mailbox: (to, atLeast) => readMailbox(mailbox, to, atLeast),
    close: async () => {
      await browser.close()
      await server.stop()
      await Promise.all([db.destroy(), pages.close()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
