import { expect, expectTypeOf, test } from 'vitest'
import type { Notice } from '../../delivery/index.ts'
import type { SealedColumn } from '../../platform/sealing/sealed-rows.ts'
import { limitTable } from '../../protection/index.ts'
import type { Removal } from './feature.ts'
import { gather, type LimitsOf } from './gather.ts'

const limit = { points: 1, perSeconds: 1 }
const setting = { argument: 'N', help: '', apply: () => ({}) }

test('two features with the same limit name are rejected', () => {
  const both = [
    { name: 'a', limits: { registerPerAddress: limit } },
    { name: 'b', limits: { registerPerAddress: { ...limit, points: 1_000_000 } } },
  ]
  expect(() => gather(both)).toThrow('Two features have a limit named registerPerAddress.')
})

test('a feature cannot relax a shared limit', () => {
  const [shared = ''] = Object.keys(limitTable)
  expect(() => gather([{ name: 'a', limits: { [shared]: limit } }])).toThrow(
    `Two features have a limit named ${shared}.`,
  )
})

test('two features with the same setting name are rejected', () => {
  const both = [
    { name: 'a', settings: { minutes: setting } },
    { name: 'b', settings: { minutes: setting } },
  ]
  expect(() => gather(both)).toThrow('Two features have a setting named minutes.')
})

test('feature contributions are merged into one list per kind, and may be empty', () => {
  const migration = { name: '2030-01-01', up: async () => {} }
  const sweep = async () => {}
  const [column, notice, removal] = [{}, {}, {}] as [SealedColumn, Notice, Removal]
  const b = {
    ...{ name: 'b', migrations: [migration], sealed: [column], notices: [notice], removal, sweep },
    ...{ settings: { minutes: setting }, limits: { registerPerAddress: limit } },
  }
  const { users, ...others } = gather([{ name: 'a' }, { ...b, removal: null, sweep: null }, { name: 'c' }])
  expect(users.delete).toBeTypeOf('function')
  expect(others).toEqual({
    ...{ migrations: [migration], sealed: [column], notices: [notice], removals: [], sweeps: [] },
    ...{ settings: { minutes: setting }, limits: { ...limitTable, registerPerAddress: limit } },
  })
  expect(gather([b])).toMatchObject({ removals: [removal], sweeps: [sweep] })
})

test('a limit that no feature defines does not compile', () => {
  type Listed = LimitsOf<{ a: { limits: { registerPerAddress: typeof limit } }; b: { limits: object } }>
  expectTypeOf<Listed>().toEqualTypeOf<'registerPerAddress'>()
  // @ts-expect-error: one is missing
  gather<Exclude<'registerPerAddress' | 'strengthPerAddress', Listed>>([])
  gather<Exclude<'registerPerAddress', Listed>>([])
})
