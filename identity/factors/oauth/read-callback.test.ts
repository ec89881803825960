import { expect, test } from 'vitest'
import { readCallback } from './callback-page.ts'

const read = (query: string) => {
  const answer = readCallback(new URLSearchParams(query))
  return answer === null ? null : [answer.state, answer.parameters.toString()]
}
const long = (length: number) => 'x'.repeat(length)

test.each([
  ['state=s&code=c', ['s', 'state=s&code=c']],
  ['state=s&error=access_denied', ['s', 'state=s&error=access_denied']],
  // Drops unknown parameters and keeps empty ones.
  ['state=s&code=c&scope=a&scope=b&iss=&session_state=1', ['s', 'state=s&code=c&iss=']],
  ['state=s', null],
  ['code=c', null],
  ['state=&code=c', null],
  ['state=s&code=', null],
  ['', null],
])('the callback query %j is parsed as %j', (query, expected) => {
  expect(read(query)).toEqual(expected)
})

test.each(['state', 'code', 'iss', 'error', 'error_description', 'error_uri', 'id_token', 'token', 'response'])(
  'a repeated %s parameter invalidates the callback',
  name => {
    expect(read(`state=s&code=c&${name}=x&${name}=y`)).toBeNull()
  },
)

test.each(['state', 'code', 'error'])('a %s parameter is accepted up to 4,096 characters', name => {
  const query = (value: string) => new URLSearchParams({ state: 's', code: 'c', [name]: value }).toString()
  expect(read(query(long(4_096)))).not.toBeNull()
  expect(read(query(long(4_097)))).toBeNull()
})
