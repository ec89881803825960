import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@corroborate/server-kit/logging'
import { readSettings } from '@corroborate/server-kit/settings'
import { describeStore, serveApp } from '@corroborate/server-kit/testing'
import { waitForMails } from '@corroborate/server-kit/testing/mailbox'
import { type ReceivedSpan, startTraceReceiver } from '@corroborate/server-kit/testing/traces'
import { openTracing } from '@corroborate/server-kit/tracing'
import { formatAuthorization } from '@corroborate/wire/authorization'
import { expect, onTestFinished, test } from 'vitest'
import { createIdentity } from '../identity/identity.ts'
import { siteMigrations } from '../site/app/migrations.ts'
import { type AppTables, appUnderTest, callerSecret } from '../site/testing/index.ts'

const traced = async () => {
  const receiver = await startTraceReceiver()
  const opened = await openTracing(receiver.url)
  onTestFinished(receiver.close)
  return { receiver, opened }
}

describeStore<AppTables>('the traces of a sign-in', siteMigrations, open => {
  test('a trace joins the page, the provider with its database, the mail job, and the site’s session check', async () => {
    const { receiver, opened } = await traced()
    const folder = mkdtempSync(join(tmpdir(), 'traces-'))
    const settings = readSettings({ DATA_DIR: folder, CALLER_SECRET: callerSecret, LOG_LEVEL: 'error' })
    const provider = await createIdentity(settings, { logger: createLogger('silent'), now: Date.now })
    onTestFinished(async () => {
      await provider.close()
      rmSync(folder, { recursive: true, force: true })
    })
    const identity = await serveApp(provider.app)
    const site = appUnderTest({ db: await open(), identity, now: Date.now })
    const call = async (path: string, body: object, headers: Record<string, string>) => {
      const answer = await fetch(`${identity}/sdk/v1${path}`, {
        method: 'POST',
        headers: {
          Authorization: formatAuthorization({ publicToken: settings.identity.publicToken, sessionToken: null }),
          'Content-Type': 'application/json',
          ...headers,
        },
        body: JSON.stringify(body),
      })
      expect(answer.status).toBe(200)
      return ((await answer.json()) as { data: Record<string, string> }).data
    }

    // Its page requests are the parent spans.
    await site.app.request(`${site.origin}/login`)
    await expect.poll(() => receiver.spans.some(({ name }) => name === 'GET /login')).toBe(true)
    const page = receiver.spans.find(({ name }) => name === 'GET /login')
    const traceparent = `00-${page?.traceId}-${page?.spanId}-01`
    await call('/magic_links/email/login_or_create', { email: 'ada@example.org' }, { traceparent })
    const [mail] = await waitForMails<{ subject: string; links: string[] }>(
      path => fetch(`${identity}${path}`),
      'ada@example.org',
      1,
    )
    const token = new URL(mail?.links[0] ?? '').searchParams.get('token') ?? ''
    const signedIn = await call('/magic_links/authenticate', { token, session_duration_minutes: 60 }, { traceparent })
    const answer = await site.app.request(`${site.origin}/authenticate`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: site.origin },
      body: JSON.stringify({ session_token: signedIn.session_token }),
    })
    expect(answer.status).toBe(200)
    await opened.close()

    const { spans } = receiver
    const named = (name: RegExp): ReceivedSpan => {
      const found = spans.find(span => name.test(span.name))
      if (found === undefined) throw new Error(`There is no ${name}, only ${spans.map(span => span.name).join(', ')}.`)
      return found
    }
    const asked = named(/^POST .*login_or_create$/)
    expect(asked.links).toMatchObject([{ traceId: page?.traceId, spanId: page?.spanId }])
    const job = named(/^job message$/)
    expect(job).toMatchObject({ traceId: asked.traceId })
    expect(named(/^send email$/)).toMatchObject({ traceId: asked.traceId, parentSpanId: job.spanId })
    expect(
      spans.filter(({ traceId, name }) => traceId === asked.traceId && /^INSERT /.test(name)).length,
    ).toBeGreaterThan(2)
    expect(named(/^POST .*magic_links\/authenticate$/).links).toMatchObject([{ traceId: page?.traceId }])

    // The site calls the provider: one trace spans both.
    const arrived = named(/^POST \/authenticate$/)
    const ofProvider = spans.find(
      span => span.kind === 2 && span.traceId === arrived.traceId && span.spanId !== arrived.spanId,
    )
    const client = spans.find(({ spanId }) => spanId === ofProvider?.parentSpanId)
    expect(client).toMatchObject({ kind: 3, traceId: arrived.traceId })
    expect(JSON.stringify(spans)).not.toMatch(/ada@example|ada%40/)
  })
})
