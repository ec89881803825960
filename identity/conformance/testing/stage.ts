import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Settings } from '@corroborate/server-kit/settings'
import { openBrowser } from '@corroborate/server-kit/testing/browser'
import type { MailboxMessage } from '../../delivery/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { createProject, type NewProject, type Project } from '../../projects/index.ts'
import { readMailbox, runIdentity } from '../../testing/index.ts'
import { type Application, publishedClient, startPageServer } from './page-server.ts'
import { type ClientOptions, openVisitor, type Visitor } from './visitor.ts'

export type Stage = {
  /** Origins of the provider and of the application that signs in with it. */
  provider: string
  application: string
  db: Database
  /** Provider settings for the command line. */
  settings: Settings
  /** Creates a project for the application's pages. `config` overrides the rest. */
  newProject: (config?: NewProject['config']) => Promise<Project>
  open: (
    project: Project,
    options?: { more?: ClientOptions['more']; start?: string },
  ) => Promise<Visitor & { strangers: string[] }>
  /** Messages to an address, newest first, once there are `atLeast`. */
  mailbox: (to: string, atLeast?: number) => Promise<[MailboxMessage, ...MailboxMessage[]]>
  close: () => Promise<void>
}

/** The provider in a process of its own, an application on another origin, and Chromium. */
export const openStage = async (
  client: Application = publishedClient,
  /** Environment variables of the provider. */
  settings: Record<string, string> = {},
): Promise<Stage> => {
  const folder = mkdtempSync(join(tmpdir(), 'identity-conformance-'))
  const [browser, pages] = await Promise.all([openBrowser(), startPageServer(client)])
  const server = await runIdentity(folder, { SITE_ORIGIN: pages.origin, LIMITS_SCALE: '1000', ...settings })
  const db = await server.openDb()
  const urls = ['/', '/authenticate', '/ui/authenticate'].map(path => `${pages.origin}${path}`)

  return {
    provider: server.origin,
    application: pages.origin,
    db,
    settings: server.settings,
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
    open: ({ publicToken }, { more, start } = {}) =>
      openVisitor(browser, pages.origin, { publicToken, provider: server.origin, ...(more && { more }) }, start),
    mailbox: (to, atLeast) =>
      readMailbox(
        { app: { request: url => fetch(url) }, settings: { identity: { origin: server.origin } } },
        to,
        atLeast,
      ),
    close: async () => {
      await browser.close()
      await server.stop()
      await Promise.all([db.destroy(), pages.close()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
