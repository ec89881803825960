import { expect, test } from 'vitest'
import { readCommand } from './command-line.ts'

const who = ['--by', 'Olga', '--why', 'A mistake.']
const said = { by: 'Olga', why: 'A mistake.' }

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
  ['refund --help', { name: 'help' }],
])('npm run money -- %s', (line, command) => {
  expect(readCommand(line.split(' ').flatMap(word => (word === 'WHO' ? who : [word])))).toEqual(command)
})

test.each([
  ['', 'Say what to do.'],
  ['award', 'There is no command “award”.'],
  ['reconcile --nonsense', 'Unknown option'],
  ['reconcile c1', 'reconcile does not take “c1”.'],
  ['expire --amount 5', 'expire takes no --amount here.'],
  // Whoever forgets the id does not mean to have all of them sent.
  ['payouts --done SEPA --by Olga', 'payouts takes no --done here.'],
  ['payouts p1', 'Say --done.'],
  ['payouts p1 --done SEPA', 'Say --by.'],
  ['payouts p1 p2 --done SEPA --by Olga', 'payouts does not take “p2”.'],
  ['refund WHO', 'Name one contribution'],
  ['refund c1 --by Olga', 'Say --why.'],
  ['refund c1 --why x --by=', 'Say --by.'],
  ['refund c1 --bounty 10.1000/x WHO', 'refund takes no --bounty here.'],
  ['refund --bounty nonsense WHO', '“nonsense” is not a DOI.'],
  ['refund --bounty 10.1000/x --amount 5 WHO', 'refund takes no --amount here.'],
])('npm run money -- %s is refused', (line, problem) => {
  const args = line === '' ? [] : line.split(' ').flatMap(word => (word === 'WHO' ? who : [word]))
  expect(() => readCommand(args)).toThrow(problem)
})
