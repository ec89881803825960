import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { runCli } from '../operate/cli/index.ts'
import { stage } from './testing/index.ts'

const web = 'https://reader.example.org/back'
const loopback = 'http://127.0.0.1/back'
const ipv6 = 'http://[::1]:8080/back'
const localhost = 'http://localhost:3000/back'
const tls = 'https://localhost:3000/back'
const scheme = 'org.example.app:/back'

/** Every kind of redirect URL in one public or confidential application, registered as an operator does. */
const registered = async (addresses: readonly string[], ...flags: string[]) => {
  const on = await stage()
  let printed = ''
  const print = (text: string) => {
    printed += text
  }
  const redirects = addresses.flatMap(address => ['--redirect', address])
  const words = ['app', 'create', '--name', 'Reader', ...redirects, ...flags, '--json']
  const code = await runCli(words, () => on.settings, { stdin: Readable.from(['']), out: print, err: print })
  return { ...on, code, printed, id: code === 0 ? String(JSON.parse(printed).client_id) : '' }
}

test.each([
  [[web, loopback, scheme], ['--public']],
  [[web, scheme], ['--public']],
  [[loopback, scheme, ipv6, localhost], ['--public']],
  [[web, loopback], ['--public']],
  [[tls, loopback, web], ['--public']],
  [[web, loopback, tls], []],
])('an application with %j and %j signs in at each redirect URI', async (addresses, flags) => {
  const { code, printed, id, decide, asked, session } = await registered(addresses, ...flags)
  expect(code, printed).toBe(0)
  for (const redirect_uri of addresses) {
    const { url, started } = await decide(asked({ client_id: id, redirect_uri, scope: 'openid' }), session)
    expect(url?.searchParams.get('code'), `${redirect_uri}: ${JSON.stringify(started.json)}`).toBeTruthy()
    expect(url?.href.startsWith(redirect_uri)).toBe(true)
  }
})

test.each([[[web, loopback, scheme]], [[tls, loopback, web]], [[loopback]]])(
  'a public application with %j may use any port of its loopback URI, but no other path or host',
  async addresses => {
    const { id, decide, asked, session } = await registered(addresses, '--public')
    const codeAt = async (redirect_uri: string) => {
      const { url } = await decide(asked({ client_id: id, redirect_uri, scope: 'openid' }), session)
      return url?.searchParams.get('code') ?? null
    }
    expect(await codeAt('http://127.0.0.1:51234/back')).toBeTruthy()
    for (const other of [
      'http://127.0.0.1:51234/other',
      'http://localhost:51234/back',
      'http://127.0.0.1:51234@evil.example.org/back',
      'http://127.0.0.1.evil.example.org:51234/back',
      'https://127.0.0.1:51234/back',
      'https://reader.example.org:8443/back',
    ]) {
      expect([other, await codeAt(other)]).toEqual([other, null])
    }
  },
)

test('a confidential application uses only the port it registered', async () => {
  const { id, decide, asked, session } = await registered([web, 'http://127.0.0.1:8080/back'])
  const { url } = await decide(
    asked({ client_id: id, redirect_uri: 'http://127.0.0.1:8081/back', scope: 'openid' }),
    session,
  )
  expect(url).toBeNull()
})
