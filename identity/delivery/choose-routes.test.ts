import { readSettings } from '@corroborate/server-kit/settings'
import { expect, test } from 'vitest'
import { chooseRoutes, whereMessagesGo } from './choose-routes.ts'

const smtp = { SMTP_URL: 'smtp://mail.example.org:25' }
const twilio = { TWILIO_ACCOUNT_SID: `AC${'a'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'x', TWILIO_FROM: '+15005550006' }
const production = { NODE_ENV: 'production' }

test.each([
  ['nothing', {}, { email: 'mailbox', phone: 'mailbox' }],
  ['SMTP', smtp, { email: 'smtp', phone: 'none' }],
  ['Twilio', twilio, { email: 'none', phone: 'twilio' }],
  ['both', { ...smtp, ...twilio }, { email: 'smtp', phone: 'twilio' }],
  ['production alone', production, { email: 'none', phone: 'none' }],
  ['production with SMTP', { ...production, ...smtp }, { email: 'smtp', phone: 'none' }],
])('with %s', (_, environment, routes) => {
  expect(chooseRoutes(readSettings(environment))).toEqual(routes)
})

test('whoever starts the server is told where messages go, or what to set', () => {
  const mailbox = 'http://localhost:5001/dev/mailbox'
  expect(whereMessagesGo(readSettings({}))).toEqual({ mail: mailbox, texts: mailbox })
  expect(whereMessagesGo(readSettings(smtp))).toEqual({
    mail: 'the SMTP server',
    texts: 'nobody: set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM',
  })
  expect(whereMessagesGo(readSettings({ ...production, ...twilio }))).toEqual({
    mail: 'nobody: set SMTP_URL',
    texts: 'Twilio',
  })
})
