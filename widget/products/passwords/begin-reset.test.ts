import { describe, expect, test } from 'vitest'
import { beginReset } from './begin-reset.ts'

const page = 'https://app.example.org/reset?theme=dark'
const begun = (url: string, given?: string) => beginReset(url, given).resetPasswordState

describe('the page of a reset mail begins', () => {
  test('with the form, for the link to a new password', () => {
    expect(begun(`${page}&stytch_token_type=reset_password&token=abc`)).toEqual({ token: 'abc', logsIn: false })
  })

  test('by logging in, for the link that does', () => {
    expect(begun(`${page}&stytch_token_type=login&token=abc`)).toEqual({ token: 'abc', logsIn: true })
  })

  test('with the token the page hands over, before the one in its address', () => {
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
