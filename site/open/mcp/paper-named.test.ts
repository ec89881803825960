import { expect, test } from 'vitest'
import type { Account } from '../../kit/people/index.ts'
import { doiNamed, paperNamed, personOf } from './paper-named.ts'
import { ToolProblem } from './tool.ts'

test.each([
  [' 10.1000/x ', '10.1000/x'],
  ['x', 'x'],
  ['x'.repeat(2_000), 'x'.repeat(2_000)],
])('a paper can be named as %j', (given, read) => expect(paperNamed.parse(given)).toBe(read))

test.each(['', '  ', 'x'.repeat(2_001)])('a paper cannot be named as %j', given =>
  expect(paperNamed.safeParse(given).success).toBe(false),
)

test('unrecognized input returns a problem with the accepted forms', () => {
  expect(doiNamed('https://doi.org/10.1000/X')).toBe('10.1000/x')
  expect(() => doiNamed('nothing')).toThrow(ToolProblem)
  expect(() => doiNamed('nothing')).toThrow(/Not a DOI or arXiv ID/)
})

test('the user is the account of the token, which is required', () => {
  const account: Account = {
    ...{ key: 'user:ada', signedIn: true, id: 'ada', name: '', email: null, roles: [], proved: false },
  }
  const asking = { address: '192.0.2.1', locale: 'en' } as const
  expect(personOf({ ...asking, account })).toBe(account)
  expect(() => personOf({ ...asking, account: null })).toThrow(ToolProblem)
})
