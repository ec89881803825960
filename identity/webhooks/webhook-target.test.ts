import { expect, test } from 'vitest'
import { commandsUnderTest } from '../operate/commands/testing/index.ts'
import { webhookProblem } from './index.ts'

const settings = {
  site: { origin: 'http://localhost:5000' },
  webhookPrivateOrigins: ['https://10.0.0.7:8443'],
} as never

test.each([
  ...['http://localhost:4000/', 'http://127.0.0.1/', 'https://127.0.0.1/', 'https://localhost/'],
  ...['https://2130706433/', 'https://0x7f000001/', 'https://0177.0.0.1/', 'https://127.1/', 'https://0/'],
  ...[
    'https://10.1.2.3/',
    'https://192.168.0.1/',
    'https://172.16.0.1/',
    'https://169.254.169.254/',
    'https://100.64.0.1/',
  ],
  ...[
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
  ],
  ...['https://[64:ff9b::7f00:1]/', 'http://localhost:5001/', 'https://10.0.0.7/', 'https://10.0.0.7:8444/'],
])('a project may not have its webhook at %s', url => {
  expect(webhookProblem(settings, url)).toContain('must be a public https address')
})

test.each([
  'https://app.example.org/told',
  'https://8.8.8.8/',
  'http://localhost:5000/webhooks/identity',
  'https://10.0.0.7:8443/x',
])('a project may have its webhook at %s', url => expect(webhookProblem(settings, url)).toBeNull())

test('project set and project create reject a private webhook URL and change nothing', async () => {
  const { run, refusal, publicToken, db } = await commandsUnderTest()
  const projects = () => db.selectFrom('projects').selectAll().execute()
  const before = await projects()
  for (const url of ['http://127.0.0.1:4000/x', 'https://2130706433/x'])
    for (const command of [`project set ${publicToken}`, 'project create Other']) {
      const [code, said] = await refusal(`${command} --user-events-url ${url}`)
      expect([command, code, said]).toEqual([command, 2, expect.stringContaining('must be a public https address')])
    }
  expect(await projects()).toEqual(before)
  expect((await run(`project set ${publicToken} --user-events-url https://app.example.org/x`)).code).toBe(0)
})
