import { runCommandLine } from '@corroborate/server-kit/command-line'
import { expect, test } from 'vitest'
import { type MoneyCommand, moneyProgram } from './command-line.ts'

const who = ['--by', 'Olga', '--why', 'A mistake.']
const said = { by: 'Olga', why: 'A mistake.' }

/** `npm run money -- LINE`, without anything being done. */
const run = async (line: string) => {
  const asked: MoneyCommand[] = []
  let err = ''
  const program = moneyProgram(async command => {
    asked.push(command)
    return 0
  })
  const args = line.split(' ').flatMap(word => (word === 'WHO' ? who : word === '' ? [] : [word]))
  const code = await runCommandLine(program, args, {
    out: () => {},
    err: text => {
      err += text
    },
  })
  return { code, asked, err }
}

test.each([
  ['reconcile', { name: 'reconcile' }],
  ['expire', { name: 'expire' }],
  ['payouts', { name: 'payouts' }],
  ['payouts p1 --done SEPA --by Olga', { name: 'paid', payout: 'p1', reference: 'SEPA', by: 'Olga', why: null }],
  ['refund c1 WHO', { name: 'refund', of: { kind: 'contribution', id: 'c1', amount: null }, ...said }],
  [
    'refund c1 --amount 12.50 WHO',
    { name: 'refund', of: { kind: 'contribution', id: 'c1', amount: '12.50' }, ...said },
  ],
  [
    'refund --bounty 10.1000/X WHO',
    { name: 'refund', of: { kind: 'bounty', doi: '10.1000/x', amount: null }, ...said },
  ],
])('npm run money -- %s is parsed', async (line, command) => {
  expect(await run(line)).toEqual({ code: 0, asked: [command], err: '' })
})

test('help runs no command', async () => {
  expect(await run('refund --help')).toEqual({ code: 0, asked: [], err: '' })
})

test.each([
  ['', 'Name one of these commands.'],
  ['award', "Unknown command 'award'."],
  ['reconcile --nonsense', "Unknown option '--nonsense'."],
  ['reconcile c1', "Too many arguments for 'reconcile'."],
  ['expire --amount 5', "Unknown option '--amount'."],
  // Guards against sending all payouts when the operator omits the ID.
  ['payouts --done SEPA --by Olga', '--done cannot be used without an ID.'],
  ['payouts p1', '--done is missing.'],
  ['payouts p1 --done SEPA', '--by is missing.'],
  ['payouts p1 --done --by Olga', 'A value cannot begin with "--".'],
  ['payouts p1 p2 --done SEPA --by Olga', "Too many arguments for 'payouts'."],
  ['refund WHO', 'Name one contribution'],
  ['refund c1 --by Olga', '--why is missing.'],
  ['refund c1 --why x --by=', '--by is missing.'],
  ['refund c1 --bounty 10.1000/x WHO', '--bounty cannot be used with a contribution.'],
  ['refund --bounty nonsense WHO', '“nonsense” is not a DOI.'],
  ['refund --bounty 10.1000/x --amount 5 WHO', '--amount cannot be used with --bounty.'],
])('npm run money -- %s is rejected', async (line, problem) => {
  const { code, asked, err } = await run(line)
  expect([code, asked]).toEqual([2, []])
  expect(err).toContain(problem)
})
