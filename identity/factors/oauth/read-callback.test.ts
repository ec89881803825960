import { expect, test } from 'vitest'
import { readCallback } from './read-callback.ts'

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
])('of %j it reads %j', (query, expected) => {
  expect(read(query)).toEqual(expected)
})

test.each(['state', 'code', 'iss', 'error', 'error_description', 'error_uri', 'id_token', 'token', 'response'])(
  'a second %s makes it no answer',
  name => {
    expect(read(`state=s&code=c&${name}=x&${name}=y`)).toBeNull()
  },
)

test.each(['state', 'code', 'error'])('a %s of 4,096 characters is read, and a longer one is not', name => {
  const query = (value: string) => new URLSearchParams({ state: 's', code: 'c', [name]: value }).toString()
  expect(read(query(long(4_096)))).not.toBeNull()
  expect(read(query(long(4_097)))).toBeNull()
})
