import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import type { ModerationTables } from '../moderation/index.ts'
import { readSignals } from './fields.ts'

const ada = { key: 'user:ada', id: 'ada', signedIn: true, name: '', email: null, roles: [], proved: true } as const
const first = 'first report or claim from this person'
const unchecked = 'nothing to check it with: no link, no files'

describeStore<ModerationTables>('what speaks against a claim or a report', siteMigrations, open => {
  test.each([
    // A claim may omit the plan, which is no signal.
    ['', false, [first]],
    ['Soon.', false, ['very short', first]],
    ['It all comes out, as they say.', true, [unchecked, first]],
  ])('signals for %j without material: %j', async (text, lacksMaterial, words) => {
    const signals = await readSignals(await open(), ada, { text, lacksMaterial })
    expect(signals).toEqual(words.map(words => ({ words, weight: 1 })))
  })
})
