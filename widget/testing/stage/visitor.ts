import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import type { HeadlessClient } from '../../client/index.ts'
import type { MountOptions } from '../../embed/index.ts'
import type * as Script from '../../embed/script.ts'

type Noted = { events: { type: string; data: unknown }[]; errors: { error_type?: string; message: string }[] }

declare global {
  interface Window {
    SignIn: typeof Script
    noted: Noted
    signInClient: HeadlessClient
  }
}

/** Options that can travel into the page. */
export type Options = Omit<MountOptions, 'client' | 'element' | 'callbacks'> & { passwordResetToken?: string }

export type Visitor = {
  context: BrowserContext
  page: Page
  /** Mounts the sign-in form, the one for a new password or for passkeys on the page at hand. */
  mount: (kind: 'mountLogin' | 'mountResetPassword' | 'mountPasskeyRegistration', options?: Options) => Promise<void>
  /** Returns the events and errors recorded by the page. */
  noted: () => Promise<Noted>
  /** Goes to another page of the application, by path or whole URL. */
  visit: (url: string) => Promise<void>
  /** Bodies of the calls to the provider that ended in this path, oldest first. */
  asked: (path: string) => Record<string, unknown>[]
}

type Place = { application: string; provider: string; publicToken: string }

/** Opens a page of the application in a separate browser context. */
export const openVisitor = async (
  browser: Browser,
  { application, provider, publicToken }: Place,
  { start = '/', ...options }: BrowserContextOptions & { start?: string } = {},
): Promise<Visitor> => {
  const context = await browser.newContext({ baseURL: application, ...options })
  const page = await context.newPage()
  const calls: { path: string; body: Record<string, unknown> }[] = []
  page.on('request', request => {
    if (request.method() !== 'POST' || !request.url().startsWith(provider)) return
    calls.push({ path: new URL(request.url()).pathname, body: request.postDataJSON() ?? {} })
  })
  await page.goto(start)

  return {
    context,
    page,
    visit: async url => void (await page.goto(url)),
    asked: path => calls.filter(call => call.path.endsWith(path)).map(({ body }) => body),
    noted: () => page.evaluate(() => JSON.parse(JSON.stringify(window.noted))),
    mount: (kind, more = {}) =>
      page.evaluate(
        ([mount, given]) => {
          window.noted = { events: [], errors: [] }
          const { client } = window.SignIn[mount]({
            elementId: 'login',
            ...given,
            callbacks: {
              onEvent: ({ type, data }) => window.noted.events.push({ type, data }),
              onError: error => {
                const { error_type, message } = error as Error & { error_type?: string }
                window.noted.errors.push({ ...(error_type && { error_type }), message })
              },
            },
          })
          window.signInClient = client
        },
        [kind, { publicToken, baseUrl: provider, ...more }] as const,
      ),
  }
}
