import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { describe, expect, test } from 'vitest'
import { createLogger, humanLine, type Logger, scrubText } from './index.ts'

/** Returns the actual log output. */
const written = (write: (log: Logger) => void): string => {
  const lines: string[] = []
  write(createLogger('trace', 'test', { write: line => void lines.push(line) }))
  for (const line of lines) JSON.parse(line)
  return lines.join('')
}

const secrets = [
  'hunter2hunter2',
  'ada@example.org',
  'ada%40example.org',
  'zoë@例え.テスト',
  '482913',
  '+33612345678',
  'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ1c2VyIn0.c2ln',
  'c2VjcmV0OnNlY3JldA==',
]

const expectClean = (output: string) => {
  for (const secret of secrets) expect(output).not.toContain(secret)
}

describe('log redaction', () => {
  test('secret fields are redacted at any depth and in any spelling', () => {
    const output = written(log => {
      log.info({
        session_token: 'hunter2hunter2',
        sessionJwt: 'hunter2hunter2',
        password: 'hunter2hunter2',
        code: '482913',
        'Set-Cookie': ['session=hunter2hunter2'],
        headers: {
          authorization: 'Basic c2VjcmV0OnNlY3JldA==',
          cookie: 'a=hunter2hunter2',
          'x-api-key': 'hunter2hunter2',
        },
        user: { emails: [{ email: 'ada@example.org' }], phone_number: '+33612345678' },
        list: [{ deep: { recovery_codes: ['hunter2hunter2'] } }],
        method: 'POST',
      })
    })
    expectClean(output)
    expect(output).toContain('"method":"POST"')
  })

  test('secrets are redacted in messages, URLs and embedded JSON', () => {
    expectClean(
      written(log => {
        log.info('mail to ada@example.org and zoë@例え.テスト, text to +33612345678')
        log.info('GET /authenticate?stytch_token_type=x&token=hunter2hunter2&code=482913#session_token=hunter2hunter2')
        log.info('redirect to http://localhost/?next=%2Fa%3Ftoken%3Dhunter2hunter2&email=ada%40example.org')
        log.info({ body: '{"password":"hunter2hunter2","code":"482913"}' }, 'sent {"session_token":"hunter2hunter2"}')
        log.info('Authorization: Bearer hunter2hunter2, Basic c2VjcmV0OnNlY3JldA==')
        log.info('jwt eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ1c2VyIn0.c2ln')
        log.info({ path: '/users/ada@example.org' }, 'smtp://ada:hunter2hunter2@localhost:587')
      }),
    )
  })

  test('secrets are redacted in errors, their causes and their fields', () => {
    const output = written(log => {
      const cause = new Error('no mail to ada@example.org')
      const error = Object.assign(new Error('login?token=hunter2hunter2', { cause }), { password: 'hunter2hunter2' })
      log.error(error)
      log.error({ err: error, request: { token: 'hunter2hunter2' } }, 'failed')
    })
    expectClean(output)
    expect(output).toContain('logging.test.ts')
  })

  test('secrets bound to a child logger are redacted', () => {
    expectClean(written(log => log.child({ email: 'ada@example.org', token: 'hunter2hunter2' }).info('hello')))
  })
})

describe('log content', () => {
  test('error codes are logged', () => {
    const output = written(log => {
      log.error(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
      log.error(Object.assign(new Error('unique'), { code: '23505' }))
    })
    expect(output).toContain('ECONNREFUSED')
    expect(output).toContain('23505')
  })

  test.each([
    'GET /10.1038/nature12373 200',
    'a DOI such as 10.1002/(SICI)1521-3773(19990601)38:11<1598::AID-ANIE1598>3.0.CO;2-J',
    'at file:///srv/node_modules/@hono/node-server@2.1.8/dist/index.mjs:10:5',
    'q=barcode&type=code',
    'basic research, bearer of news',
    '2026-11-21T10:00:00+01:00',
  ])('%s', text => {
    expect(scrubText(text)).toBe(text)
  })

  test('cycles are cut off', () => {
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    expect(written(log => log.info(cycle, 'round'))).toContain('[too deep]')
  })
})

test('the last line is written when the process exits at once', () => {
  const url = new URL('./index.ts', import.meta.url).href
  const script = `import { createLogger } from '${url}'; createLogger('info').fatal('last words'); process.exit(1)`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script], { encoding: 'utf8' })
  expect(JSON.parse(stdout)).toMatchObject({ level: 60, msg: 'last words' })
})

describe('pretty-printed log line', () => {
  test('a pretty line has the level, message, fields and stack', () => {
    const line = humanLine(
      '{"level":50,"time":0,"name":"site","msg":"failed","path":"/a","err":{"stack":"Error: x\\n at y"}}',
    )
    expect(line).toMatch(/error.*site.*failed.*path=\/a/)
    expect(line).toContain('\n at y\n')
  })

  test('lines that are not JSON are passed through', () => {
    expect(humanLine('hello\n')).toBe('hello\n')
  })
})
