import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type CaptchaService, devicePaths } from '@corroborate/wire/captcha'
import type { Route } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { runCli } from '../../operate/cli/index.ts'
import type { NewProject } from '../../projects/index.ts'
import { openFakeServices, registeredAtServices } from '../../testing/index.ts'
import type { Application } from './page-server.ts'
import { openStage, type Stage } from './stage.ts'

const { siteKey, secret, cloudProject } = registeredAtServices

/** User agent of an ordinary browser, without signs of automation. */
const usualAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

const guide = readFileSync(join(import.meta.dirname, '../../../docs/embedding.md'), 'utf8')

/** Content Security Policy that allows the provider and the origins listed for a service in the guide. */
const policyFor = (service: CaptchaService | null, provider: string): string => {
  const title = service === 'turnstile' ? 'Turnstile' : 'reCAPTCHA'
  const row = guide.split('\n').find(line => line.startsWith(`| ${title} |`)) ?? ''
  const [scripts = '', frames = '', calls = ''] = row
    .split('|')
    .slice(2)
    .map(cell => cell.replaceAll('`', ''))
  return [
    `default-src 'none'; script-src ${provider} https://elements.stytch.com ${scripts}`,
    `frame-src ${frames || "'none'"}; connect-src ${provider} ${calls}`,
  ].join('; ')
}

/**
 * Resources loaded by the services' own scripts: https://developers.google.com/recaptcha/docs/faq,
 * https://developers.cloudflare.com/turnstile/reference/content-security-policy/
 */
const loadedBesides = `
  const add = (name, src) => document.body.append(Object.assign(document.createElement(name), { src, hidden: true }))
  if (document.currentScript.src.includes('cloudflare')) add('iframe', 'https://challenges.cloudflare.com/cdn-cgi/challenge-platform/h/g/turnstile')
  else {
    add('script', 'https://www.gstatic.com/recaptcha/releases/1/recaptcha__en.js')
    add('iframe', 'https://www.google.com/recaptcha/api2/anchor')
    add('iframe', 'https://recaptcha.google.com/recaptcha/api2/bframe')
    fetch('https://www.google.com/recaptcha/api2/clr', { method: 'POST', mode: 'no-cors' })
  }`

/** Fake captcha scripts. Their tokens contain the origin and the action for the fake servers to check. */
const script = `${loadedBesides}
  const token = (action, score) => btoa(JSON.stringify({ hostname: location.hostname, action, score, made: Math.random() }))
    .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  const drawn = new Map()
  const scored = { ready: run => setTimeout(run), execute: async (key, { action }) => token(action, 0.9) }
  window.grecaptcha = {
    ...scored,
    enterprise: scored,
    render: (place, options) => { drawn.set(drawn.size, options); place.textContent = 'captcha'; return drawn.size - 1 },
    execute: (key, options) => options ? scored.execute(key, options) : setTimeout(() => drawn.get(key).callback(token('', -1))),
  }
  window.turnstile = {
    render: (place, options) => { place.textContent = 'captcha'; setTimeout(() => options.callback(token(options.action, 1))); return 'widget' },
    remove: () => {},
  }`

/**
 * Client behavior with captchas and device checks (WIRE.md §8). Third-party scripts are local fakes, and the services are fake servers that
 * follow their documentation.
 */
export const describeCaptcha = (
  client: Application,
  {
    services,
    loadsTelemetry,
  }: {
    /** Captcha services that the client supports. */
    services: readonly CaptchaService[]
    /** True if the client identifies the device with the script of `/telemetry.js`. */
    loadsTelemetry: boolean
  },
): void => {
  let fake: Awaited<ReturnType<typeof openFakeServices>>
  let stage: Stage
  beforeAll(async () => {
    fake = await openFakeServices()
    stage = await openStage(client, { CAPTCHA_SERVICES_URL: fake.url })
  })
  afterAll(async () => {
    await stage?.close()
    await fake?.close()
  })

  const newProject = async (service: CaptchaService | null, config: NewProject['config']) => {
    const project = await stage.newProject(config)
    if (service === null) return project
    const line = `project captcha set ${service} --project ${project.publicToken} --site-key ${siteKey} --secret ${secret}${service === 'recaptcha-enterprise' ? ` --cloud-project ${cloudProject}` : ''}`
    let said = ''
    const code = await runCli(line.split(' '), () => stage.settings, {
      stdin: Readable.from([]),
      out: () => {},
      err: text => {
        said += text
      },
    })
    expect([code, said]).toEqual([0, ''])
    return project
  }

  /** Requests a code as a visitor. Returns the request that was sent. */
  const send = async (
    service: CaptchaService | null,
    config: NewProject['config'],
    { isUsual = false, scripts = script }: { isUsual?: boolean; scripts?: string | null } = {},
  ) => {
    const visitor = await stage.open(await newProject(service, config))
    onTestFinished(() => visitor.context.close())
    const { context, page } = visitor
    const loaded: string[] = []
    const double = (route: Route) => {
      const isScript = route.request().resourceType() === 'script'
      if (isScript) loaded.push(route.request().url())
      if (scripts === null) return route.abort()
      return route.fulfill({ contentType: isScript ? 'text/javascript' : 'text/html', body: isScript ? scripts : '' })
    }
    for (const host of ['www.google.com', 'challenges.cloudflare.com'])
      await context.route(`https://${host}/**`, double)
    for (const host of ['www.gstatic.com', 'recaptcha.google.com'])
      await context.route(`https://${host}/**`, route => route.fulfill({ body: '' }))
    const violations: string[] = []
    page.on('console', message => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text())
    })
    await context.route('https://elements.stytch.com/telemetry.js', async route => {
      loaded.push('telemetry')
      const body = await (await fetch(stage.provider + devicePaths.script)).text()
      await route.fulfill({ contentType: 'text/javascript', body })
    })
    if (isUsual) {
      await context.setExtraHTTPHeaders({ 'User-Agent': usualAgent })
      await context.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { get: () => false }))
    }
    await visitor.visit('/')
    // The page has loaded its own resources. From here on it loads only those in the guide.
    await page.evaluate(
      content => {
        document.head.append(
          Object.assign(document.createElement('meta'), { httpEquiv: 'Content-Security-Policy', content }),
        )
      },
      policyFor(service, stage.provider),
    )
    const sent: object[] = []
    page.on('request', request => {
      if (request.method() !== 'POST' || !request.url().endsWith('/passwords/authenticate')) return
      const { captcha_token, dfp_telemetry_id } = request.postDataJSON()
      sent.push({ captcha: captcha_token !== undefined, device: dfp_telemetry_id !== undefined })
    })
    const body = { email: 'ada@example.org', password: 'quiet-otters-fold-paper', session_duration_minutes: 60 }
    const { error_type } = await visitor.refusal('passwords.authenticate', body)
    return { sent, loaded, error_type, page, violations }
  }
  /** Error for a request that passed the checks, since no account has this address. */
  const passed = 'unauthorized_credentials'
  const both = { captcha: true, device: true }

  describe.each(services)('%s', service => {
    test('proves that a person is there, in each call, by the script of its service alone, under the policy of the guide', async () => {
      const { sent, loaded, error_type, page, violations } = await send(service, { captchaOnEveryCall: true })
      expect([sent, error_type]).toEqual([[{ captcha: true, device: false }], passed])
      const host = service === 'turnstile' ? 'https://challenges.cloudflare.com/' : 'https://www.google.com/recaptcha/'
      expect([...new Set(loaded)]).toEqual([expect.stringContaining(host)])
      expect(await page.getByText('captcha').count()).toBe(0)
      expect(violations).toEqual([])
    })

    test('is asked of devices at which something is odd, after they were named', async () => {
      const { sent, error_type } = await send(service, { deviceFingerprint: 'decisioning' })
      expect([sent, error_type]).toEqual([[{ captcha: false, device: true }, both], passed])
    })
  })

  const [service = 'recaptcha-enterprise'] = services

  test('a usual device is asked for nothing more where devices decide', async () => {
    const decided = await send(service, { deviceFingerprint: 'decisioning' }, { isUsual: true })
    expect([decided.sent, decided.error_type]).toEqual([[{ captcha: false, device: true }], passed])
    expect(decided.loaded.includes('telemetry')).toBe(loadsTelemetry)
  })

  test('where devices are only observed, both are sent at once', async () => {
    const { sent, error_type } = await send(service, { deviceFingerprint: 'observation', captchaOnEveryCall: true })
    expect([sent, error_type]).toEqual([[both], passed])
  })

  test('without the script of the service nothing is sent, and a call says so', async () => {
    const { sent, error_type } = await send(service, { captchaOnEveryCall: true }, { scripts: null })
    expect([sent, error_type]).toEqual([[], undefined])
  })
}
