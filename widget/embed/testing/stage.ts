import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser } from '@corroborate/server-kit/testing/browser'
import type { Page, Route } from '@playwright/test'
import { buildWidgetIfChanged } from '../../build-if-changed.ts'
import { widgetDist } from '../../dist.ts'

/** These addresses do not exist: every request is answered by the test. */
const application = 'https://app.example.test'
const provider = 'https://identity.example.test'

export type StagePage = {
  page: Page
  /** Every request so far, as `GET /path`, of the provider by path and of others by whole URL. */
  requests: string[]
  /** Uncaught errors, and everything written to the console as an error or a warning. */
  complaints: string[]
  /** Returns the page's CSP violations. */
  violations: () => Promise<string[]>
}

export type StageOptions = {
  /** Content-Security-Policy of the page. */
  policy?: string
  head?: string
  /** More files of the application, by path. */
  files?: Readonly<Record<string, { type: string; body: string }>>
}

export type Stage = {
  /** A page of the application with this markup. Scripts and styles in it get the nonce `n1`, which `policy` may ask for. */
  open: (body: string, options?: StageOptions) => Promise<StagePage>
  close: () => Promise<void>
}

/** Provider responses by path prefix under `/sdk/v1`. */
const answers: Readonly<Record<string, object>> = {
  '/projects/bootstrap/': {
    project_name: 'An application',
    disable_sdk_watermark: false,
    captcha_settings: { enabled: false },
    password_config: null,
    email_domains: ['example.test'],
  },
  '/magic_links/email/login_or_create': { user_id: 'user-test-1', email_id: 'email-test-1', user_created: false },
  '/otps/email/login_or_create': { user_id: 'user-test-1', email_id: 'email-test-1', method_id: 'email-test-1' },
}

const answerOf = (path: string): object | undefined =>
  Object.entries(answers).find(([beginning]) => path.startsWith(`/sdk/v1${beginning}`))?.[1]

/** Opens the built scripts on a cross-origin page in Chromium, with a provider that accepts everything. */
export const openStage = async (): Promise<Stage> => {
  await buildWidgetIfChanged()
  const browser = await openBrowser()

  const answerProvider = async (route: Route): Promise<void> => {
    const { pathname } = new URL(route.request().url())
    const headers = {
      'Access-Control-Allow-Origin': application,
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Allow-Headers': 'authorization, content-type, x-sdk-client, x-sdk-parent-host',
      'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
    }
    const [, type] = /^\/[\w-]+\.(js|mjs|json)$/.exec(pathname) ?? []
    if (type !== undefined) {
      const body = readFileSync(join(widgetDist, pathname))
      const contentType = type === 'json' ? 'application/json' : 'text/javascript'
      return route.fulfill({ headers: { ...headers, 'Content-Type': `${contentType}; charset=utf-8` }, body })
    }
    const data = answerOf(pathname)
    const json = { data: { request_id: 'request-id-test-1', status_code: 200, ...data } }
    return route.fulfill({ status: 200, headers, json })
  }

  return {
    open: async (body, { policy, head = '', files = {} } = {}) => {
      const context = await browser.newContext({ viewport: { width: 800, height: 900 } })
      const page = await context.newPage()
      const requests: string[] = []
      const complaints: string[] = []
      page.on('request', request => {
        const { origin, pathname } = new URL(request.url())
        requests.push(`${request.method()} ${origin === provider ? pathname : request.url()}`)
      })
      page.on('pageerror', error => complaints.push(error.message))
      page.on('console', message => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
      })
      await context.route(`${provider}/**`, answerProvider)
      await context.route(`${application}/**`, route => {
        const file = files[new URL(route.request().url()).pathname]
        if (file !== undefined) return route.fulfill({ contentType: file.type, body: file.body })
        return route.fulfill({
          headers: {
            'Content-Type': 'text/html; charset=utf-8',
            ...(policy !== undefined && { 'Content-Security-Policy': policy }),
          },
          body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>An application</title>
<script nonce="n1">window.violations = []
addEventListener('securitypolicyviolation', event => violations.push(event.violatedDirective + ' ' + event.blockedURI))</script>
${head}<script nonce="n1" src="${provider}/widget.js"></script></head><body>${body}</body></html>`,
        })
      })
      await page.goto(`${application}/`)
      return {
        page,
        requests,
        complaints,
        violations: () => page.evaluate(() => (window as unknown as { violations: string[] }).violations),
      }
    },
    close: () => browser.close(),
  }
}
