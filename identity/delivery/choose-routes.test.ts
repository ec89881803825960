import { readSettings } from '@corroborate/server-kit/settings'
import { expect, test } from 'vitest'
import { chooseRoutes, whereMessagesGo } from './deliver.ts'

const smtp = { SMTP_URL: 'smtp://mail.example.org:25' }
const twilio = { TWILIO_ACCOUNT_SID: `AC${'a'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'x', TWILIO_FROM: '+15005550006' }
const templates = { TWILIO_WHATSAPP_TEMPLATES: `{"en":"HX${'a'.repeat(32)}"}` }
const production = { NODE_ENV: 'production' }

test.each([
  ['nothing', {}, { email: 'mailbox', sms: 'mailbox', whatsapp: 'mailbox' }],
  ['SMTP', smtp, { email: 'smtp', sms: 'none', whatsapp: 'none' }],
  ['Twilio', twilio, { email: 'none', sms: 'twilio', whatsapp: 'none' }],
  ['both', { ...smtp, ...twilio }, { email: 'smtp', sms: 'twilio', whatsapp: 'none' }],
  ['Twilio and templates', { ...twilio, ...templates }, { email: 'none', sms: 'twilio', whatsapp: 'twilio' }],
  ['production alone', production, { email: 'none', sms: 'none', whatsapp: 'none' }],
  ['production with SMTP', { ...production, ...smtp }, { email: 'smtp', sms: 'none', whatsapp: 'none' }],
])('delivery routes with %s', (_, environment, routes) => {
  expect(chooseRoutes(readSettings(environment))).toEqual(routes)
})

test('startup output names the delivery routes, or the settings to add', () => {
  const mailbox = 'http://localhost:5001/dev/mailbox'
  expect(whereMessagesGo(readSettings({}))).toEqual({ mail: mailbox, texts: mailbox })
  expect(whereMessagesGo(readSettings(smtp))).toEqual({
    mail: 'the SMTP server',
    texts: 'nowhere: set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM',
  })
  expect(whereMessagesGo(readSettings({ ...production, ...twilio }))).toEqual({
    mail: 'nowhere: set SMTP_URL',
    texts: 'Twilio',
  })
})
