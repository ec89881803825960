import { describe, expect, test } from 'vitest'
import { beginReset } from './manifest.ts'

const page = 'https://app.example.org/reset?theme=dark'
const begun = (url: string, given?: string) => beginReset(url, given).resetPasswordState

describe('start of the reset page', () => {
  test('a reset link starts with the form', () => {
    expect(begun(`${page}&stytch_token_type=reset_password&token=abc`)).toEqual({ token: 'abc', logsIn: false })
  })

  test('a log-in link starts by logging in', () => {
    expect(begun(`${page}&stytch_token_type=login&token=abc`)).toEqual({ token: 'abc', logsIn: true })
  })

  test('a token passed by the page takes precedence over one in the URL', () => {
    expect(begun(`${page}&stytch_token_type=reset_password&token=abc`, 'given')).toEqual({
      token: 'given',
      logsIn: false,
    })
    expect(begun(`${page}&stytch_token_type=login&token=abc`, 'given')).toEqual({ token: 'given', logsIn: true })
    expect(begun(page, 'given')).toEqual({ token: 'given', logsIn: false })
  })

  test.each([
    page,
    `${page}&stytch_token_type=oauth&token=abc`,
    `${page}&stytch_token_type=magic_links&token=abc`,
    `${page}&stytch_token_type=login&token=abc&token=def`,
  ])('without a token where the address has none of a reset: %s', url => {
    expect(begun(url)).toEqual({ token: '', logsIn: false })
  })
})
