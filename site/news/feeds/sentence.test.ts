import { expect, test } from 'vitest'
import { type ActivityKind, activityKinds } from '../../paper/activity/index.ts'
import { sentenceOf } from './atom.ts'

const label = 'What it is'
const carla = { name: 'Carla', href: null }
const euros = { amount: 2_500, currency: 'eur' }

test.each([
  ['retraction', { label, by: carla }, 'What it is, according to Carla.'],
  ['replication', { label, by: carla }, 'What it is, according to Carla.'],
  ['note-approved', { label, by: carla }, 'Carla wrote a note about it.'],
  ['report-approved', { label, by: carla }, 'What it is, reported by Carla.'],
  [
    'claim',
    { label: 'Claimed until 3 May 2027', by: { name: 'a reader', href: null } },
    'A reader claimed its reproduction. Claimed until 3 May 2027.',
  ],
  ['bounty', { label, by: carla, money: euros }, 'Bounty increased by €25.'],
  ['bounty', { label, by: carla }, 'What it is.'],
] as const)('%s is phrased naturally', (kind, thing, sentence) =>
  expect(sentenceOf({ money: null, kind, ...thing })).toBe(sentence),
)

test('only statements of a source are attributed with according to', () => {
  const accordingTo = (kind: ActivityKind) =>
    sentenceOf({ kind, label, by: carla, money: euros }).includes('according to')
  expect(activityKinds.filter(kind => !accordingTo(kind))).toEqual([
    'report-approved',
    'note-approved',
    'claim',
    'bounty',
  ])
})
