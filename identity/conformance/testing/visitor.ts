import type { Browser, BrowserContext, Page } from '@playwright/test'

/** Rejection of a client call. The first five fields come from a provider response. */
export type Rejection = {
  status_code?: number
  request_id?: string
  error_type?: string
  error_message?: string
  error_url?: string
  name: string
  message: string
}

type Settled = { answer: unknown } | { rejection: Rejection }

export type Visitor = {
  context: BrowserContext
  page: Page
  /** Calls a method of the client by its path, such as `magicLinks.authenticate`. Fails the test when it rejects. */
  call: (path: string, ...args: unknown[]) => Promise<Record<string, unknown>>
  /** The same, for a call that must reject. */
  refusal: (path: string, ...args: unknown[]) => Promise<Rejection>
  /** Goes to another page of the application, by path or whole URL, and makes the client anew. */
  visit: (url: string) => Promise<void>
}

export type ClientOptions = {
  publicToken: string
  provider: string
  /** Adds to the options the client is made with. */
  more?: Record<string, unknown>
}

declare global {
  interface Window {
    makeClient: (token: string, options: object) => object
    client: object
  }
}

/** Opens a page of the application in a separate browser context. Third-party requests are recorded in `strangers`. */
export const openVisitor = async (
  browser: Browser,
  application: string,
  { publicToken, provider, more = {} }: ClientOptions,
  start = '/',
): Promise<Visitor & { strangers: string[] }> => {
  const context = await browser.newContext({ baseURL: application })
  const page = await context.newPage()
  const strangers: string[] = []
  page.on('request', request => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== application && origin !== provider) strangers.push(request.url())
  })
  const options = {
    endpoints: {
      testAPIURL: provider,
      liveAPIURL: provider,
      dfpBackendURL: provider,
      clientsideServicesIframeURL: `${provider}/clientside-services/index.html`,
    },
    ...more,
  }

  const visit = async (url: string): Promise<void> => {
    await page.goto(url)
    await page.waitForSelector('[data-ready]', { state: 'attached' })
    await page.evaluate(
      ([token, clientOptions]) => {
        window.client = window.makeClient(token, clientOptions)
      },
      [publicToken, options] as const,
    )
  }

  const settle = (path: string, args: unknown[]): Promise<Settled> =>
    page.evaluate(
      async ([where, given]) => {
        const names = where.split('.')
        const method = names.pop() ?? ''
        // biome-ignore lint/suspicious/noExplicitAny: the client's methods are reached by name
        const owner: any = names.reduce((value: any, name) => value[name], window.client as any)
        try {
          return { answer: await owner[method](...given) }
        } catch (error) {
          const { name, message } = error as Error
          return { rejection: { ...(error as object), name, message } }
        }
      },
      [path, args] as const,
    )

  await visit(start)
  return {
    context,
    page,
    strangers,
    visit,
    call: async (path, ...args) => {
      const settled = await settle(path, args)
      if ('rejection' in settled) throw new Error(`${path} rejected: ${settled.rejection.message}`)
      return settled.answer as Record<string, unknown>
    },
    refusal: async (path, ...args) => {
      const settled = await settle(path, args)
      if ('answer' in settled) throw new Error(`${path} should reject, and gave ${JSON.stringify(settled.answer)}`)
      return settled.rejection
    },
  }
}
