import { describe, expect, test } from 'vitest'
import { environmentOf, parseEnvironmentFile, parseUnit } from './service-unit.ts'

describe('systemd unit', () => {
  const text = `
[Unit]
Description=Environment=WRONG=1
[Service]
User=corroborate
# Environment=COMMENTED=1
Environment=NODE_ENV=production HOST=127.0.0.1
Environment="MAIL_FROM=Corroborate <no-reply@example.org>" 'A=b c' PERCENT=50%%
EnvironmentFile=/etc/corroborate/settings
EnvironmentFile=-/etc/corroborate/missing
LoadCredential=smtp-url:/etc/corroborate/secrets/smtp-url
Environment=SMTP_URL_FILE=%d/smtp-url
[Service]
Environment=HOST=0.0.0.0
`
  const files: Record<string, string> = {
    '/etc/corroborate/settings':
      '; comment\nSITE_ORIGIN=https://papers.example.org\nMAIL_FROM="Other <o@example.org>"\n',
    '/etc/corroborate/secrets/smtp-url': 'smtp://user:word@host\n',
  }
  const read = (path: string): string => {
    const found = files[path]
    if (found === undefined) throw new Error(`ENOENT ${path}`)
    return found
  }

  test('environment files override Environment lines, and later lines override earlier ones', () => {
    expect(parseUnit(text).user).toBe('corroborate')
    expect(environmentOf(parseUnit(text), read)).toEqual({
      NODE_ENV: 'production',
      HOST: '0.0.0.0',
      MAIL_FROM: 'Other <o@example.org>',
      A: 'b c',
      PERCENT: '50%',
      SITE_ORIGIN: 'https://papers.example.org',
      SMTP_URL: 'smtp://user:word@host',
    })
  })

  test('a missing environment file is an error', () => {
    expect(() => environmentOf(parseUnit('EnvironmentFile=/none'), read)).toThrow('/none')
  })

  test('an empty value clears a list', () => {
    expect(parseUnit('Environment=A=1\nEnvironment=\nEnvironment=B=2').environment).toEqual({ B: '2' })
  })
})

test.each([
  ['A=plain words here', 'plain words here'],
  ['A="quoted \\"words\\" # here"', 'quoted "words" # here'],
  ["A='single $words'", 'single $words'],
  ['A=  spaced  ', 'spaced'],
  ['A=a\\ b', 'a b'],
  ['A=postgres://u:p%20w@h/n?options=-c%20search_path%3Dx', 'postgres://u:p%20w@h/n?options=-c%20search_path%3Dx'],
])('the environment file line %s is parsed as systemd does', (line, value) => {
  expect(parseEnvironmentFile(`${line}\n`)).toEqual({ A: value })
})
