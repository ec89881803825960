import { expect, test } from 'vitest'
import type { Account } from '../../kit/people/index.ts'
import { doiNamed, paperNamed, personOf } from './paper-named.ts'
import { ToolProblem } from './tool.ts'

test.each([
  [' 10.1000/x ', '10.1000/x'],
  ['x', 'x'],
  ['x'.repeat(2_000), 'x'.repeat(2_000)],
])('a paper may be named by %j', (given, read) => expect(paperNamed.parse(given)).toBe(read))

test.each(['', '  ', 'x'.repeat(2_001)])('a paper may not be named by %j', given =>
  expect(paperNamed.safeParse(given).success).toBe(false),
)

test('what names no paper is a problem that says what does', () => {
  expect(doiNamed('https://doi.org/10.1000/X')).toBe('10.1000/x')
  expect(() => doiNamed('nothing')).toThrow(ToolProblem)
  expect(() => doiNamed('nothing')).toThrow(/names no paper: give its DOI/)
})

test('the person is the one whose account the call brought, and there has to be one', () => {
  const account: Account = {
    ...{ key: 'user:ada', signedIn: true, id: 'ada', name: '', email: null, roles: [], proved: false },
  }
  const asking = { address: '192.0.2.1', locale: 'en' } as const
  expect(personOf({ ...asking, account })).toBe(account)
  expect(() => personOf({ ...asking, account: null })).toThrow(ToolProblem)
})
