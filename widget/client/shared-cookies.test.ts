import { expect, test, vi } from 'vitest'
import { createClient } from './create-headless-client.ts'
import type { Environment } from './environment.ts'
import { claimCookies } from './session-store.ts'

const listen = () => {
  const warnings: string[] = []
  return { warnings, warn: (message: string) => void warnings.push(message) }
}

test('a second project with the same cookie names logs a warning with them', () => {
  const { warnings, warn } = listen()
  claimCookies('one', ['a', 'a_jwt'], warn)
  claimCookies('one', ['a', 'a_jwt'], warn)
  expect(warnings).toEqual([])
  claimCookies('two', ['a', 'b_jwt'], warn)
  expect(warnings).toEqual([expect.stringContaining('share cookies (a), and sign each other out')])
  claimCookies('two', ['a', 'b_jwt'], warn)
  expect(warnings).toHaveLength(1)
})

test('each client registers its cookie names', async () => {
  const warn = vi.fn()
  const environment = {
    isBrowser: true,
    storage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
    readCookies: () => '',
    listen: () => () => {},
    after: () => () => {},
    fetch: () => new Promise(() => {}),
    crypto: globalThis.crypto,
    now: () => 0,
    hostname: 'localhost',
    origin: 'http://localhost',
    warn,
  } as unknown as Environment
  const names = (name: string) => ({ opaqueTokenCookieName: name, jwtCookieName: `${name}_jwt` })
  const open = (publicToken: string, name: string, isBrowser = true) =>
    createClient(
      publicToken,
      { baseUrl: 'https://identity.example.org', cookieOptions: names(name) },
      { ...environment, isBrowser },
    ).destroy()
  open('project-1', 'shared-cookie')
  open('project-2', 'other-cookie')
  open('project-2', 'shared-cookie', false)
  expect(warn).not.toHaveBeenCalled()
  open('project-2', 'shared-cookie')
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('(shared-cookie, shared-cookie_jwt)'))
})
