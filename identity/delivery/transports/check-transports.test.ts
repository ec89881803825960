import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readSettings } from '@corroborate/server-kit/settings'
import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../testing/index.ts'
import { transportChecks } from './check-transports.ts'

const account = `AC${'a'.repeat(32)}`

/** The checks of a provider with these settings. */
const checksOf = (settings: Record<string, string>) => transportChecks(readSettings({ DATA_DIR: '.', ...settings }))
const nobody = 'Nothing is checked under that name.'
const check = (settings: Record<string, string>, name: string) =>
  checksOf(settings)[name]?.() ?? Promise.reject(new Error(nobody))

/** Twilio's account resource, which answers with a status. */
const startAccount = async (status: number) => {
  const asked: unknown[] = []
  const server = createServer((request, response) => {
    asked.push([request.method, request.url, request.headers.authorization])
    response.writeHead(status, status === 302 ? { Location: '/elsewhere' } : {}).end('{}')
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const settings = {
    ...{ TWILIO_ACCOUNT_SID: account, TWILIO_AUTH_TOKEN: 'token', TWILIO_FROM: '+15005550006' },
    TWILIO_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  }
  return { asked, settings }
}

test('only configured transports have health checks', async () => {
  const { settings } = await startAccount(200)
  expect(Object.keys(checksOf({}))).toEqual([])
  expect(Object.keys(checksOf({ SMTP_URL: 'smtp://127.0.0.1:9' }))).toEqual(['mail server'])
  expect(Object.keys(checksOf(settings))).toEqual(['Twilio'])
  expect(Object.keys(checksOf({ ...settings, SMTP_URL: 'smtp://127.0.0.1:9' }))).toEqual(['mail server', 'Twilio'])
})

test('the SMTP check passes without sending an email, closes the connection, and fails if unreachable', async () => {
  let closed = () => {}
  const isClosed = new Promise<void>(resolve => {
    closed = resolve
  })
  const { url, mails } = await startMailServer({ onClose: () => closed() })
  await check({ SMTP_URL: url }, 'mail server')
  await isClosed
  expect(mails).toEqual([])
  await expect(check({ SMTP_URL: 'smtp://127.0.0.1:9' }, 'mail server')).rejects.toThrow('SMTP ESOCKET')
})

test('the Twilio check fetches the account with its credentials', async () => {
  const { settings, asked } = await startAccount(200)
  await check(settings, 'Twilio')
  const basic = `Basic ${Buffer.from(`${account}:token`).toString('base64')}`
  expect(asked).toEqual([['GET', `/2010-04-01/Accounts/${account}.json`, basic]])
})

test.each([401, 404, 503])('the Twilio check reports status %i', async status => {
  const { settings } = await startAccount(status)
  await expect(check(settings, 'Twilio')).rejects.toThrow(`Twilio answered ${status}`)
})

test('the Twilio check does not send its token to a redirect target', async () => {
  const { settings, asked } = await startAccount(302)
  await expect(check(settings, 'Twilio')).rejects.toThrow()
  expect(asked).toHaveLength(1)
})
